import { phoneGroups, phoneNumber } from './phone-number.ts'
import styles from './sim-id.module.css'

/** A phone number in the spelling of every screen, with gaps for the eye alone: what is copied is bare (D29). */
export function Phone({ number }: { readonly number: string }) {
  let at = 0
  return (
    <span className="mono">
      {phoneGroups(phoneNumber(number)).map((group) => {
        at += group.length
        return (
          <span key={at} className={styles.group}>
            {group}
          </span>
        )
      })}
    </span>
  )
}
