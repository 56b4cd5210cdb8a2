import type { Environment } from '@support-console/contract/permissions'
import type { ReactNode, Ref } from 'react'
import { text } from '../../texts/text.ts'
import { MenuIcon } from '../../ui/icons/controls.tsx'
import { Brand } from './brand.tsx'
import styles from './header.module.css'

interface HeaderProps {
  title: string
  titleId: string
  environment: Environment
  brandUrl: string | null
  /** What the menu icon does next, its name for those who listen. */
  menuLabel: string
  menuIsExpanded: boolean
  onMenu: () => void
  menuRef: Ref<HTMLButtonElement>
  /** The ways to the search and to one's work, for people who are signed in. */
  search: ReactNode
  /** A screen is being loaded. */
  isBusy: boolean
  children: ReactNode
}

/** The header bar (2.1): menu icon, brand, title, environment, profile. */
export function Header(props: HeaderProps) {
  return (
    <header className={`row gap-12 ${styles.header}`}>
      <div className={`row gap-4 rigid ${styles.start}`}>
        <button
          ref={props.menuRef}
          type="button"
          className={`sign ${styles.menu}`}
          aria-label={props.menuLabel}
          aria-expanded={props.menuIsExpanded}
          onClick={props.onMenu}
        >
          <MenuIcon />
        </button>
        <Brand url={props.brandUrl} />
      </div>
      <h1
        id={props.titleId}
        className={`fill cut ink ${styles.title}`}
        data-long={props.title.length > 24 || undefined}
      >
        <span data-title-mark />
        {props.title}
        {/* The page of a thing says here which it is. */}
        <span data-title-subject />
      </h1>
      {props.search}
      <EnvironmentTag environment={props.environment} />
      {props.children}
      {props.isBusy && (
        <div className={`absolute clip late ${styles.progress}`} role="status">
          <span className="visually-hidden">{text('LoadingScreen')}</span>
        </div>
      )}
    </header>
  )
}

/** Outlined for DEV and TEST, filled for PROD: people act differently there. */
function EnvironmentTag({ environment }: { environment: Environment }) {
  return (
    <span className={`rigid quiet strong rounded ${styles.environment}`} data-environment={environment}>
      <span className="visually-hidden">{text('EnvironmentIs')} </span>
      {environment.toUpperCase()}
    </span>
  )
}
