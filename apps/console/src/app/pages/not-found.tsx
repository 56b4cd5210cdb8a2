import { addresses } from '@support-console/contract/addresses'
import { useLocation } from 'react-router'
import { Link } from '../../kit/link.tsx'
import { text } from '../../texts/text.ts'
import actions from '../../ui/link-button.module.css'
import { MessagePage } from './message-page.tsx'

/** An address that leads nowhere (2.3): what was asked for, and the way home. */
export function NotFound() {
  const { pathname, search } = useLocation()
  const [before, after] = text('NoPageAt', { path: '\n' }).split('\n')
  return (
    <MessagePage
      headline={text('PageNotFound')}
      isHuge
      actions={
        <Link className={actions.primary} to={addresses.home()}>
          {text('BackHome')}
        </Link>
      }
    >
      {before}
      <code>{readable(pathname) + search}</code>
      {after}
    </MessagePage>
  )
}

/** The path as it was typed, where it can be read back. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
