import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { SessionUser } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { CheckIcon, ChevronRightIcon, ExternalLinkIcon, LogoutIcon } from '../../ui/icons/controls.tsx'
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../../ui/theme.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useHasUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { paths } from '../paths.ts'
import { monogramOf } from './monogram.ts'
import styles from './profile.module.css'
import { safeUrl } from './safe-url.ts'

interface ProfileProps {
  user: SessionUser
  profileUrl: string
  applicationLinks: readonly { label: string; url: string }[]
  rememberMe: boolean
  onRememberMe: (remember: boolean) => void
}

/**
 * The profile widget (2.1): name, monogram and Logout in the header, and behind the name a native pop-over, which the
 * browser closes by Escape and by a press elsewhere, giving the focus back.
 */
export function Profile({ user, profileUrl, applicationLinks, rememberMe, onRememberMe }: ProfileProps) {
  const popover = useId()
  const reason = useId()
  const isDirty = useHasUnsavedChanges()
  const panel = useRef<HTMLDivElement>(null)
  const label = user.name || user.email
  const [before, after] = text('ProfileOf', { name: '\n' }).split('\n')
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <Tooltip tip={text('LogoutWhileDirty')} isEnabled={isDirty}>
        {isDirty ? (
          <button type="button" className={styles.logout} aria-disabled="true">
            {text('Logout')}
          </button>
        ) : (
          <Link to={paths.logout()} className={styles.logout}>
            {text('Logout')}
          </Link>
        )}
      </Tooltip>
      <button type="button" className={styles.trigger} popoverTarget={popover} aria-haspopup="dialog">
        <span className="visually-hidden">{before}</span>
        <span className={styles.name}>{label}</span>
        <span className="visually-hidden">{after}</span>
        <Monogram user={user} />
      </button>
      <div
        ref={panel}
        id={popover}
        popover="auto"
        role="dialog"
        aria-label={text('Profile')}
        className={styles.popover}
      >
        <div className={styles.scroll}>
          <div className={styles.who}>
            <Monogram user={user} />
            <div>
              <div className={styles.fullName}>{user.name || user.email}</div>
              {user.name && <div className={styles.email}>{user.email}</div>}
            </div>
          </div>
          <div className={styles.group}>
            <Elsewhere url={profileUrl} label={text('Profile')} />
            {applicationLinks.map((link) => (
              <Elsewhere key={link.url} {...link} />
            ))}
            <ThemeChoiceRow />
            <label className={styles.row}>
              <span className={styles.box}>
                <input
                  type="checkbox"
                  checked={rememberMe}
                  onChange={(event) => onRememberMe(event.currentTarget.checked)}
                />
                <CheckIcon size={14} />
              </span>
              <span>{text('KeepMeSignedIn')}</span>
            </label>
          </div>
          <div className={styles.group}>
            {isDirty ? (
              // Ignored while a form is dirty (2.1), but still there to say why.
              <button type="button" className={styles.row} aria-disabled="true" aria-describedby={reason}>
                <LogoutIcon />
                {text('Logout')}
              </button>
            ) : (
              <Link to={paths.logout()} className={styles.row} onClick={close}>
                <LogoutIcon />
                {text('Logout')}
              </Link>
            )}
            {isDirty && (
              <p id={reason} className={styles.reason}>
                {text('LogoutWhileDirty')}
              </p>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

function Monogram({ user }: { user: SessionUser }) {
  return (
    <span className={styles.monogram} aria-hidden="true">
      {monogramOf(user)}
    </span>
  )
}

function Elsewhere({ url, label }: { url: string; label: string }) {
  const href = safeUrl(url)
  if (href === undefined) return null
  return (
    <a className={styles.row} href={href} target="_blank" rel="noreferrer">
      <span className={styles.grow}>{label}</span>
      <span className={styles.aside}>
        <ExternalLinkIcon size={14} />
      </span>
      <span className="visually-hidden">{text('OpensElsewhere')}</span>
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
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={group}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.grow}>{text('Theme')}</span>
        <span className={styles.aside}>{text(themeTexts[theme])}</span>
        <span className={styles.chevron}>
          <ChevronRightIcon size={14} />
        </span>
      </button>
      <fieldset id={group} className={styles.themes} hidden={!isOpen}>
        <legend className="visually-hidden">{text('Theme')}</legend>
        {themeChoices.map((choice: ThemeChoice) => (
          <label key={choice} className={styles.theme}>
            <input
              type="radio"
              name={group}
              value={choice}
              checked={choice === theme}
              onChange={() => chooseTheme(choice)}
            />
            {text(themeTexts[choice])}
          </label>
        ))}
      </fieldset>
    </>
  )
}
