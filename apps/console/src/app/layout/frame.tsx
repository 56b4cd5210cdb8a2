import { permissionsOf } from '@support-console/contract/permissions'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { Link } from '../../kit/link.tsx'
import { loginPathFor, setRememberMe, useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { announce } from '../../ui/announce.ts'
import { ProfileIcon } from '../../ui/icons/controls.tsx'
import actions from '../../ui/link-button.module.css'
import { listenToServerAhead, serverAhead } from '../../ui/server-clock.ts'
import { useCurrentScreen, useDocumentTitle } from '../current-screen.ts'
import { isAt, listedScreens } from '../screens.ts'
import { useShortcuts } from '../shortcuts.ts'
import { UnsavedChangesGuard } from '../unsaved-changes-guard.tsx'
import { Drawer } from './drawer.tsx'
import styles from './frame.module.css'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { useIsNarrow, useNavigationIsOpen } from './navigation-state.ts'
import { Profile } from './profile.tsx'
import { SearchDoor } from './search-door.tsx'
import { Toasts } from './toasts.tsx'
import { TroubleBar } from './trouble-bar.tsx'
import { WorkDoor } from './work-door.tsx'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

const ClockNotice = lazy(async () => ({ default: (await import('./clock-notice.tsx')).ClockNotice }))

/** This computer's clock may be off by a minute before anyone is told. */
const isOff = () => Math.abs(serverAhead()) > 60_000

const InPast = lazy(async () => ({ default: (await import('../../kit/moment/past.tsx')).Past }))

/** A page whose address names a moment (`at`) stands in the past, whose program comes with the first of them. */
function Past({ children }: { readonly children: ReactNode }) {
  const { search } = useLocation()
  if (!new URLSearchParams(search).has('at')) return children
  return (
    <Suspense>
      <InPast>{children}</InPast>
    </Suspense>
  )
}

/** The page frame (2.1): header, side navigation or drawer, content, footer. */
export function Frame() {
  const config = useRuntimeConfig()
  const { roles, user } = useSession()
  const { pathname } = useLocation()
  const { title, windowTitle } = useCurrentScreen()
  useDocumentTitle(windowTitle)
  const isClockOff = useSyncExternalStore(listenToServerAhead, isOff)
  const isLoading = useNavigation().state === 'loading'
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useNavigationIsOpen()
  const [drawerAt, setDrawerAt] = useState<string>()
  const titleId = useId()
  const menu = useRef<HTMLButtonElement>(null)
  const content = useContentFocus(pathname, title)

  // A drawer belongs to the page it was opened on: a new page or a wider window has it closed.
  const isDrawerOpen = isNarrow && drawerAt === pathname
  const closeDrawer = () => setDrawerAt(undefined)
  const isExpanded = isNarrow ? isDrawerOpen : isOpen
  const screens = listedScreens(config.environment, roles)
  const { shortcuts, isListed, wasListed, close } = useShortcuts(screens)
  const items = screens.map((screen) => ({
    key: screen.path,
    text: text(screen.menu),
    icon: screen.icon,
    url: screen.menuPath ?? screen.path,
    isActive: isAt(screen, pathname),
  }))

  return (
    <div className={`stack ${styles.frame}`} data-navigation={isOpen ? 'open' : 'rail'}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, only without changing the address */}
      <a className={`medium rounded ${styles.skip}`} href="#content" onClick={focusContent}>
        {text('SkipToContent')}
      </a>
      <Header
        title={title}
        titleId={titleId}
        environment={config.environment}
        brandUrl={config.brandUrl}
        menuRef={menu}
        menuLabel={text(isNarrow ? 'OpenMenu' : isOpen ? 'CollapseMenu' : 'ExpandMenu')}
        menuIsExpanded={isExpanded}
        onMenu={() => (isNarrow ? setDrawerAt(pathname) : setIsOpen(!isOpen))}
        isBusy={isLoading}
        search={
          user &&
          permissionsOf(roles, config.environment).size > 0 && (
            <>
              <SearchDoor screens={items.map(({ url, text, icon }) => ({ path: url, text, icon }))} />
              <WorkDoor />
            </>
          )
        }
      >
        <SessionCorner />
      </Header>
      {isNarrow ? (
        <Drawer isOpen={isDrawerOpen} onClose={closeDrawer} brandUrl={config.brandUrl}>
          <nav aria-label={text('Screens')}>
            <Navigation items={items} />
          </nav>
        </Drawer>
      ) : (
        <nav className={styles.navigation} aria-label={text('Screens')}>
          <Navigation items={items} isRail={!isOpen} />
        </nav>
      )}
      <div className={`column narrow sheet ${styles.sheet}`}>
        <TroubleBar />
        {isClockOff && (
          <Suspense>
            <ClockNotice />
          </Suspense>
        )}
        <main
          ref={content}
          id="content"
          className={`fill ${styles.content}`}
          tabIndex={-1}
          aria-labelledby={titleId}
        >
          <Past>
            <Outlet />
          </Past>
        </main>
        <Footer version={config.version} />
      </div>
      <Toasts />
      {wasListed && (
        <Suspense>
          <ShortcutsDialog isOpen={isListed} shortcuts={shortcuts} onClose={close} />
        </Suspense>
      )}
      <UnsavedChangesGuard />
    </div>
  )
}

/** The link's own jump would add '#content' to the address, which holds the screen's state (D25). */
function focusContent(event: { preventDefault(): void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/**
 * After a change of page the focus goes to the content, whose name is the page's title: who listens hears where they
 * are, who uses the keyboard goes on from there. A screen that has taken the focus for the field that it begins with keeps
 * it; then its title is said.
 */
function useContentFocus(pathname: string, title: string) {
  const content = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    const main = content.current
    if (!main) return
    if (main.contains(document.activeElement)) announce(title)
    else main.focus({ preventScroll: true })
  }, [pathname, title])
  return content
}

function Footer({ version }: { version: string }) {
  return (
    <footer className={`row wrap between small faint line-above ${styles.footer}`}>
      <span>{text('Copyright')}</span>
      <span>{text('Version', { version })}</span>
    </footer>
  )
}

/** The header's end (2.1): who is signed in and what they may do with it, or the way to sign in. */
function SessionCorner() {
  const { user, phase, rememberMe } = useSession()
  const { profileUrl, applicationLinks } = useRuntimeConfig()
  const { pathname, search } = useLocation()
  if (user)
    return (
      <Profile
        user={user}
        profileUrl={profileUrl}
        applicationLinks={applicationLinks}
        rememberMe={rememberMe}
        onRememberMe={setRememberMe}
      />
    )
  // Until it is known whether someone is signed in, neither is shown: nothing jumps.
  if (phase === 'starting') return null
  return (
    <Link className={actions.plain} to={loginPathFor(pathname + search)}>
      <ProfileIcon />
      {text('Login')}
    </Link>
  )
}
