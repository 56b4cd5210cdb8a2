import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { text } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import actions from './actions.module.css'
import { MessagePage } from './message-page.tsx'

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

/** Whether a screen's program could not be fetched: another release took its place, or the network is away. */
const isMissingChunk = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script|preload/i.test(error.message)

/** In place of a page that failed while it was drawn (8); the frame around it lives on. */
export function PageError() {
  const error = useRouteError()
  const headline = isRouteErrorResponse(error) ? statusLine(error) : text('ErrorDuringRendering')
  return (
    <div role="alert">
      <MessagePage icon={<StateMark kind="error" size={18} />} headline={headline} actions={<ErrorActions />}>
        {text(isMissingChunk(error) ? 'ChunkFailedHint' : 'PageFailedHint')}
      </MessagePage>
    </div>
  )
}

/** The router's own error screen (2.3, 8): the frame itself failed. */
export function RouterError() {
  const error = useRouteError()
  return (
    <MessagePage
      isBare
      icon={<StateMark kind="error" size={18} />}
      headline={text('UnexpectedApplicationError')}
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
      <Link className={actions.plain} to="/">
        {text('BackHome')}
      </Link>
    </>
  )
}
