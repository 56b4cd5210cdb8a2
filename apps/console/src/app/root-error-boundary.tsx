import { Component, type ReactNode } from 'react'
import { text } from '../texts/text.ts'
import { Button } from '../ui/button.tsx'
import { MessagePage } from './pages/message-page.tsx'
import { transactionFact } from './pages/transaction-fact.tsx'

/** 'Error while rendering app' (2.1, 8) when everything else has failed; it needs neither router nor session. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { transactionId?: string }> {
  override state: { transactionId?: string } = {}

  static getDerivedStateFromError() {
    return { transactionId: crypto.randomUUID() }
  }

  override componentDidCatch(error: unknown) {
    // The id ties what the person reports to what stands in the browser's console.
    console.error(`${text('ErrorWhileRendering')} ${this.state.transactionId}`, error)
  }

  override render() {
    const { transactionId } = this.state
    return transactionId === undefined ? this.props.children : <RootError transactionId={transactionId} />
  }
}

function RootError({ transactionId }: { transactionId: string }) {
  return (
    <MessagePage
      isBare
      headline={text('ErrorWhileRendering')}
      facts={[transactionFact(transactionId)]}
      actions={
        <Button look="primary" onPress={() => window.location.reload()}>
          {text('Reload')}
        </Button>
      }
    >
      {text('ErrorWhileRenderingHint')}
    </MessagePage>
  )
}
