import { Link } from 'react-router'
import { text } from '../../texts/text.ts'
import actions from '../../ui/link-button.module.css'
import { useCurrentScreen } from '../current-screen.ts'
import { MessagePage } from './message-page.tsx'

/** A screen of the menu that is not built yet. Access to it is checked all the same. */
export function NotAvailableYet() {
  const { screen, title } = useCurrentScreen()
  return (
    <MessagePage
      icon={screen && <screen.icon size={18} />}
      headline={text('NotAvailableYet', { title })}
      actions={
        <Link className={actions.plain} to="/">
          {text('BackHome')}
        </Link>
      }
    >
      {text('NotAvailableYetHint')}
    </MessagePage>
  )
}
