import type { ThingState } from '@support-console/contract'
import { markOfState } from '@support-console/contract/states.words'
import { useMoment } from '../../../api/moment.ts'
import { sayState } from '../../../kit/thing-state/index.ts'
import { sayAge } from '../../../ui/durations.ts'
import { sayTime } from '../../../ui/local-time.ts'
import { sayShortly } from '../../../ui/say-when.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { Status } from '../../../ui/status.tsx'
import { text } from '../texts.ts'
import styles from './things.module.css'

/** The one state of a thing (D40), beside its identifier: since when, or how old its word is. Nothing else in the head says it. */
export function StateTag({ of }: { readonly of: ThingState }) {
  const moment = useMoment()
  return (
    <span className={`flex narrow ${styles.tag}`} title={titleOf(of)} data-state-tag>
      <Status kind={markOfState(of)} isTag>
        {sayTag(of, moment?.ms ?? serverNow())}
      </Status>
    </span>
  )
}

/** 'Silent since 09:13', 'Active, online', 'Active, 3 d ago'. */
function sayTag(of: ThingState, now: number): string {
  const { since, at, isFresh, online } = of
  const state = sayState(of)
  if (at !== null && !isFresh) return text('StateOld', { state, age: sayAge(Date.parse(at), now) })
  const said = since === null ? state : text('StateSince', { state, time: sayShortly(since) })
  return online === null ? said : text(online === 'online' ? 'StateOnline' : 'StateOffline', { state: said })
}

const titleOf = ({ since, at, source }: ThingState): string =>
  [
    since && text('SinceInFull', { time: sayTime(since) }),
    at && text('SaidBy', { source, time: sayTime(at) }),
  ]
    .filter(Boolean)
    .join('\n')
