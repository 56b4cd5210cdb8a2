import { addresses } from '@support-console/contract/addresses'
import { useId, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import type { SessionUser } from '../../session/index.ts'
import { profile } from '../../texts/en-US/profile.ts'
import { text, textsOf } from '../../texts/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChevronRightIcon } from '../../ui/icons/controls.tsx'
import { ExternalLinkIcon, LogoutIcon } from '../../ui/icons/screens.tsx'
import radio from '../../ui/radio-group.module.css'
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../../ui/theme.ts'
import { showShortcuts } from '../shortcuts.ts'
import { Monogram } from './monogram.tsx'
import styles from './profile-panel.module.css'
import { safeUrl } from './safe-url.ts'

const ownText = textsOf(profile)

export interface ProfileProps {
  user: SessionUser
  profileUrl: string
  applicationLinks: readonly { label: string; url: string }[]
  rememberMe: boolean
  onRememberMe: (remember: boolean) => void
}

export interface ProfilePanelProps extends ProfileProps {
  /** Logout is ignored (2.1). */
  isDirty: boolean
  onClose: () => void
}

/** What stands in the pop-over behind the name (2.1). */
export function ProfilePanel(props: ProfilePanelProps) {
  const { user, profileUrl, applicationLinks, rememberMe, onRememberMe, isDirty, onClose } = props
  const reason = useId()
  const { may } = useAccess()
  return (
    <div className={`relative ${styles.scroll}`}>
      <div className={`row gap-10 ${styles.who}`}>
        <Monogram user={user} />
        <div className="narrow">
          <div className="anywhere strong">{user.name || user.email}</div>
          {user.name && <div className="anywhere small faint">{user.email}</div>}
        </div>
      </div>
      <div className={`line-above ${styles.group}`}>
        <Elsewhere url={profileUrl} label={text('Profile')} />
        {applicationLinks.map((link) => (
          <Elsewhere key={link.url} {...link} />
        ))}
        <PageRow to={addresses.tokens()} label={ownText('Tokens')} onFollow={onClose} />
        {may('webhooks.manage') && (
          <PageRow to={addresses.webhooks()} label={ownText('Webhooks')} onFollow={onClose} />
        )}
        <PageRow to={addresses.apiReference()} label={ownText('ApiReference')} onFollow={onClose} />
        <ThemeChoiceRow />
        <button
          type="button"
          className={`row whole ink rounded gap-8 to-start unlined ${styles.row}`}
          onClick={() => {
            onClose()
            showShortcuts()
          }}
        >
          <span className="fill">{ownText('Shortcuts')}</span>
          <kbd className="flex quiet">?</kbd>
        </button>
        <Checkbox className={`whole rounded ${styles.row}`} checked={rememberMe} onChange={onRememberMe}>
          {ownText('KeepMeSignedIn')}
        </Checkbox>
      </div>
      <div className={`line-above ${styles.group}`}>
        {isDirty ? (
          // Ignored while a form is dirty (2.1), but still there to say why.
          <button
            type="button"
            className={`row whole ink rounded gap-8 to-start unlined ${styles.row}`}
            aria-disabled="true"
            aria-describedby={reason}
          >
            <LogoutIcon />
            {text('Logout')}
          </button>
        ) : (
          <Link
            to={addresses.logout()}
            className={`row whole ink rounded gap-8 to-start unlined ${styles.row}`}
            onClick={onClose}
          >
            <LogoutIcon />
            {text('Logout')}
          </Link>
        )}
        {isDirty && (
          <p id={reason} className={`small faint ${styles.reason}`}>
            {text('LogoutWhileDirty')}
          </p>
        )}
      </div>
    </div>
  )
}

function PageRow({ to, label, onFollow }: { to: string; label: string; onFollow: () => void }) {
  return (
    <Link to={to} className={`row whole ink rounded gap-8 to-start unlined ${styles.row}`} onClick={onFollow}>
      {label}
    </Link>
  )
}

function Elsewhere({ url, label }: { url: string; label: string }) {
  const href = safeUrl(url)
  if (href === undefined) return null
  return (
    <a
      className={`row whole ink rounded gap-8 to-start unlined ${styles.row}`}
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      <span className="fill">{label}</span>
      <span className="flex quiet">
        <ExternalLinkIcon size={14} />
      </span>
      <span className="visually-hidden">{ownText('OpensElsewhere')}</span>
    </a>
  )
}

const themeTexts = { system: 'ThemeSystem', light: 'ThemeLight', dark: 'ThemeDark' } as const

/** The theme in force at the right of its row; a press on it shows the three below. */
function ThemeChoiceRow() {
  const theme = useTheme()
  const [isOpen, setIsOpen] = useState(false)
  const group = useId()
  return (
    <>
      <button
        type="button"
        className={`row whole ink rounded gap-8 to-start unlined ${styles.row}`}
        aria-expanded={isOpen}
        aria-controls={group}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="fill">{ownText('Theme')}</span>
        <span className="flex quiet">{ownText(themeTexts[theme])}</span>
        <span className="flex faint turns">
          <ChevronRightIcon size={14} />
        </span>
      </button>
      <fieldset id={group} className={`narrow ${styles.themes}`} hidden={!isOpen}>
        <legend className="visually-hidden">{ownText('Theme')}</legend>
        {themeChoices.map((choice: ThemeChoice) => (
          <label key={choice} className={`row gap-8 rounded ${styles.theme}`}>
            <input
              type="radio"
              className={`rigid sheet ${radio.input}`}
              name={group}
              value={choice}
              checked={choice === theme}
              onChange={() => chooseTheme(choice)}
            />
            {ownText(themeTexts[choice])}
          </label>
        ))}
      </fieldset>
    </>
  )
}
