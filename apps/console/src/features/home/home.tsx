import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from '../../kit/link.tsx'
import { OfNow } from '../../kit/moment/of-now.tsx'
import { useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { classes } from '../../ui/classes.ts'
import { MenuIcon } from '../../ui/icons/controls.tsx'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import styles from './home.module.css'

type Own = typeof import('./own.ts')

/** Parts that come after the first page; where their program cannot be loaded Home stands without them. */
const own = <Name extends keyof Own>(name: Name) =>
  lazy<Own[Name]>(() =>
    import('./own.ts').then(
      (loaded) => ({ default: loaded[name] }),
      () => ({ default: (() => null) as ComponentType as Own[Name] }),
    ),
  )
const SearchField = own('SearchField')
const Attention = own('Attention')
/** Their place is kept: they come when the rest of the page stands. */
const Figures = lazy(() =>
  import('./attention/figures.tsx').then(
    ({ Figures }): { default: ComponentType } => ({ default: Figures }),
    () => ({ default: () => null }),
  ),
)
const MyWork = own('MyWork')
const Ended = own('Ended')
const Recent = own('Recent')
const Views = own('Views')

const EndingTokens = own('EndingTokens')

const coming = <div data-coming />

export interface HomeProps {
  environment: string
  /** A token had expired, and that is why the person is here (2.3). */
  hasExpired: boolean
  /** Where 'Login' leads. */
  loginUrl: string
  /** Opens the search with what was typed; left out for anyone who may read nothing. */
  onSearch?: ((typed: string) => void) | undefined
}

/**
 * Home (1, 2.3): what the console is for, and the session; or the request to log in. In the past it tells what needed
 * a person then, and nothing of the reader's own.
 */
export function Home({ environment, hasExpired, loginUrl, onSearch }: HomeProps) {
  const { user, phase, expired } = useSession()
  const isSignedIn = user && !expired
  return (
    <div>
      {onSearch && (
        <Suspense fallback={<div className={styles.place} />}>
          <SearchField onSearch={onSearch} />
        </Suspense>
      )}
      <Description />
      {!isSignedIn && phase !== 'starting' && <LoginFirst hasExpired={hasExpired} loginUrl={loginUrl} />}
      <div className={styles.rest}>
        {onSearch && (
          <Suspense fallback={coming}>
            <OfNow>
              <div className={styles.figures}>
                <Suspense>
                  <Figures />
                </Suspense>
              </div>
            </OfNow>
            <Attention />
            <OfNow>
              <MyWork />
            </OfNow>
          </Suspense>
        )}
        {onSearch && (
          <OfNow>
            <Suspense>
              <div className={`stack ${styles.two}`}>
                <Ended />
                <Recent />
                <Views />
              </div>
              <EndingTokens />
            </Suspense>
          </OfNow>
        )}
      </div>
      {isSignedIn && <SessionLine environment={environment} />}
    </div>
  )
}

function Description() {
  const [before, after] = text('HomeDescription', { icon: '\n' }).split('\n')
  return (
    <p className={`small quiet ${styles.description}`}>
      {before}
      <span className={styles.menuIcon}>
        <MenuIcon />
      </span>
      {after}
    </p>
  )
}

function LoginFirst({ hasExpired, loginUrl }: Pick<HomeProps, 'hasExpired' | 'loginUrl'>) {
  const { problem, detail, expired } = useSession()
  const reason = hasExpired || expired ? text('SessionExpired') : [problem, detail].filter(Boolean).join(' ')
  return (
    <section className={classes('narrow', styles.first)}>
      <h2 className={styles.heading}>{text('PleaseLoginFirst')}</h2>
      {reason && (
        <p role="status" className="small faint above-12">
          {reason}
        </p>
      )}
      <Link to={loginUrl} className={styles.login}>
        {text('Login')}
      </Link>
    </section>
  )
}

/** 'Your session': who, in which role, until when (2.3: 'Session Expire On', from the token), where. */
function SessionLine({ environment }: { environment: string }) {
  const { user, roles, exp } = useSession()
  const end = exp === null ? undefined : new Date(exp * 1000)
  const { day, time } = end ? localTime(end) : {}
  return (
    <section className={`small quiet line-above ${styles.session}`}>
      <h2>{text('YourSession')}</h2> {[user?.email, roles.join(', ') || text('NoRole')].join(' · ')}
      {end && (
        <>
          {' · '}
          {text('SessionExpireOn')}{' '}
          <time dateTime={end.toISOString()}>
            {day} {time} {zoneOffset(end)}
          </time>
        </>
      )}
      {` · ${environment.toUpperCase()}. ${text('SessionRenewsItself')}`}
    </section>
  )
}
