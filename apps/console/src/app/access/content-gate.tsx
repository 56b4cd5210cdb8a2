import type { ReactNode } from 'react'
import { useAccess } from '../../api/index.ts'
import { useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { useCurrentScreen } from '../current-screen.ts'
import { Loading } from '../pages/loading.tsx'
import { MessagePage } from '../pages/message-page.tsx'
import { NoAccess } from '../pages/no-access.tsx'
import { transactionFact } from '../pages/transaction-fact.tsx'

/**
 * Shows a screen only to those who may read in it (2.3, D16); the server decides anyway, this saves a detour. While
 * no one is signed in the guard below has the word.
 */
export function ContentGate({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { permission } = useCurrentScreen().screen ?? {}
  const { isKnown, may, error, retry } = useAccess()
  if (!user || !permission) return children
  if (isKnown) return may(permission) ? children : <NoAccess permission={permission} />
  if (!error) return <Loading />
  return (
    <div role="alert">
      <MessagePage
        icon={<StateMark kind="error" size={18} />}
        headline={text('AccessUnknown')}
        facts={[transactionFact(error.transactionId)]}
        actions={<Button onPress={retry}>{text('TryAgain')}</Button>}
      >
        {error.message}
      </MessagePage>
    </div>
  )
}
