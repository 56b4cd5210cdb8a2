import { addresses } from '@support-console/contract/addresses'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError, newTransactionId } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { text } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import actions from '../../ui/link-button.module.css'
import { MessagePage } from './message-page.tsx'
import { transactionFact } from './transaction-fact.tsx'

const httpTexts: Record<number, 'Http400' | 'Http403' | 'Http404' | 'Http405'> = {
  400: 'Http400',
  403: 'Http403',
  404: 'Http404',
  405: 'Http405',
}

/** What the router says of an error response (8): its generic text where it has one. */
function statusLine(error: { status: number; statusText: string }): string {
  const generic = httpTexts[error.status]
  return `${error.status} ${generic ? text(generic) : error.statusText}`
}

/**
 * Whether a screen's program or its style sheet could not be fetched: another release took its place, or the network is
 * away. The browser says a TypeError of the one, Vite's preload a plain Error of the other.
 */
const isMissingChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script|Unable to preload/i.test(error.message)

/**
 * The transaction of the call that brought the page down, or else an id of its own that ties what the person reports
 * to what stands in the browser's console. A program that was not fetched never reached the server's log.
 */
function useTransactionFacts(error: unknown) {
  const [ownId] = useState(newTransactionId)
  const isMissing = isMissingChunk(error)
  const id = error instanceof ApiError ? error.transactionId : ownId
  useEffect(() => {
    if (!isMissing) console.error(`${text('UnexpectedApplicationError')} ${id}`, error)
  }, [isMissing, id, error])
  return isMissing ? undefined : [transactionFact(id)]
}

/** In place of a page that failed while it was drawn (8); the frame around it lives on. */
export function PageError() {
  const error = useRouteError()
  const facts = useTransactionFacts(error)
  const headline = isRouteErrorResponse(error) ? statusLine(error) : text('ErrorDuringRendering')
  return (
    <div role="alert">
      <MessagePage
        icon={<StateMark kind="error" size={18} />}
        headline={headline}
        facts={facts}
        actions={<ErrorActions />}
      >
        {text(isMissingChunk(error) ? 'ChunkFailedHint' : 'PageFailedHint')}
      </MessagePage>
    </div>
  )
}

/** The router's own error screen (2.3, 8): the frame itself failed. */
export function RouterError() {
  const error = useRouteError()
  const facts = useTransactionFacts(error)
  return (
    <MessagePage
      isBare
      icon={<StateMark kind="error" size={18} />}
      headline={text('UnexpectedApplicationError')}
      facts={facts}
      actions={<ErrorActions />}
    >
      {isRouteErrorResponse(error) ? statusLine(error) : text('ErrorWhileRenderingHint')}
    </MessagePage>
  )
}

function ErrorActions() {
  return (
    <>
      <Button look="primary" onPress={() => window.location.reload()}>
        {text('Reload')}
      </Button>
      <Link className={actions.plain} to={addresses.home()}>
        {text('BackHome')}
      </Link>
    </>
  )
}
