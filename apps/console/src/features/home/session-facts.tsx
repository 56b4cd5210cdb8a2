import { useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import styles from './home.module.css'
import { localParts, zoneOffset } from './local-time.ts'

/** 'Your session': who, in which role, until when (2.3: 'Session Expire On', from the token), where. */
export function SessionFacts({ environment }: { environment: string }) {
  const { user, roles, exp } = useSession()
  const end = exp === null ? undefined : localParts(new Date(exp * 1000))
  return (
    <section className={styles.session}>
      <h2 className={styles.heading}>{text('YourSession')}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{text('SignedInAs')}</dt>
          <dd>{user?.email}</dd>
        </div>
        <div>
          <dt>{text(roles.length > 1 ? 'Roles' : 'Role')}</dt>
          <dd>{roles.join(', ') || text('NoRole')}</dd>
        </div>
        <div>
          <dt>{text('SessionExpireOn')}</dt>
          <dd>
            {end && (
              <time className="mono" dateTime={end.iso}>
                <span className={styles.date}>{end.date}</span> {end.time}
              </time>
            )}
          </dd>
        </div>
        <div>
          <dt>{text('LocalTimeZone')}</dt>
          <dd>{zoneOffset(new Date())}</dd>
        </div>
        <div>
          <dt>{text('EnvironmentIs')}</dt>
          <dd>{environment.toUpperCase()}</dd>
        </div>
      </dl>
      <p className={styles.note}>{text('SessionRenewsItself')}</p>
    </section>
  )
}
