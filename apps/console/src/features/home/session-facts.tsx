import { useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { Facts } from '../../ui/facts.tsx'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import styles from './home.module.css'

/** 'Your session': who, in which role, until when (2.3: 'Session Expire On', from the token), where. */
export function SessionFacts({ environment }: { environment: string }) {
  const { user, roles, exp } = useSession()
  const end = exp === null ? undefined : new Date(exp * 1000)
  return (
    <section className={styles.session}>
      <h2 className={styles.heading}>{text('YourSession')}</h2>
      <Facts
        facts={[
          { label: text('SignedInAs'), value: user?.email },
          { label: text(roles.length > 1 ? 'Roles' : 'Role'), value: roles.join(', ') || text('NoRole') },
          {
            label: text('SessionExpireOn'),
            value: end && (
              <time className="mono" dateTime={end.toISOString()}>
                <span className={styles.date}>{localTime(end).day}</span> {localTime(end).time}
              </time>
            ),
          },
          { label: text('LocalTimeZone'), value: zoneOffset(new Date()) },
          { label: text('EnvironmentIs'), value: environment.toUpperCase() },
        ]}
      />
      <p className={styles.note}>{text('SessionRenewsItself')}</p>
    </section>
  )
}
