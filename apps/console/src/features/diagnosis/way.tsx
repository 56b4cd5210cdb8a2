import type { Finding, Hop } from '@support-console/contract'
import type { HopKind, HopState } from '@support-console/contract/diagnosis.words'
import { useId, useRef, useState } from 'react'
import { Link } from '../../kit/link.tsx'
import { SourceAge } from '../../kit/observed/source-age.tsx'
import { classes } from '../../ui/classes.ts'
import { placeBeside } from '../../ui/floating.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayLocally } from './said.ts'
import { FindingMark, lookOf, sayLook } from './states.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'
import styles from './way.module.css'

const names = {
  panel: 'WayPanel',
  sim: 'WaySim',
  carrier: 'WayCarrier',
  session: 'WaySession',
  vpn: 'WayVpn',
  container: 'WayContainer',
  receiver: 'WayReceiver',
  portal: 'WayPortal',
} as const satisfies Record<HopKind, string>

/** What a hop says where its source says nothing. */
const words = {
  works: 'HopWorks',
  amiss: 'HopAmiss',
  broken: 'HopBroken',
  cause: 'HopCause',
  unknown: 'HopUnknown',
  asking: 'HopAsking',
  'not-shown': 'HopNotShown',
} as const satisfies Record<HopState, string>

/** The sign in the ring; the arc of a hop that is asked turns in its border. */
const signs = {
  works: 'm4.2 7.2 2 2 3.7-4',
  amiss: 'M7 3.4v4.2M7 10.2v.05',
  broken: 'm4.4 4.4 5.2 5.2M9.6 4.4 4.4 9.6',
  cause: 'm4.4 4.4 5.2 5.2M9.6 4.4 4.4 9.6',
  unknown: 'M5.5 5.7c0-.9.7-1.5 1.5-1.5s1.5.6 1.5 1.4c0 1-1.5 1.2-1.5 2.2M7 9.8v.05',
  'not-shown': 'M4 7h6',
  asking: '',
} as const satisfies Record<HopState, string>

/** A hop whose state is not known has the colour of no state. */
const kinds: Partial<Record<HopState, MarkKind>> = {
  works: 'ok',
  amiss: 'warn',
  broken: 'error',
  cause: 'error',
  asking: 'running',
}

/** The way of a signal (whole 3): the hops as the server tells them, in a list that is read aloud in the same order. */
export function Way({ look }: { readonly look: Look }) {
  const { known, error } = look
  return (
    <ol className={`stack edged sunken ${styles.way}`} data-count={known.way.length} aria-label={text('Way')}>
      {known.way.map((hop) => (
        <HopOfWay
          key={hop.kind}
          hop={error && hop.state === 'asking' ? { ...hop, state: 'unknown' } : hop}
          look={look}
        />
      ))}
    </ol>
  )
}

function HopOfWay({ hop, look: { known, ahead } }: { readonly hop: Hop; readonly look: Look }) {
  const { kind, state, word, source, at } = hop
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const facts = useRef<HTMLDivElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const place = () => {
    if (button.current && facts.current)
      placeBeside(button.current.getBoundingClientRect(), facts.current, 'bottom', 4)
  }
  const name = hop.name || text(names[kind])
  const own = at === null || state === 'asking' ? null : Date.parse(at) - ahead
  return (
    <li
      className={classes('relative', styles.hop, kinds[state] && `kind-${kinds[state]}`)}
      data-state={state}
      data-hop={kind}
    >
      <button
        type="button"
        className="stack whole relative rounded ink"
        ref={button}
        popoverTarget={id}
        aria-haspopup="dialog"
        data-row-link
      >
        <svg className={styles.ring} viewBox="-6 -6 26 26" aria-hidden="true">
          <circle cx="7" cy="7" r="12" />
          <path d={signs[state]} />
        </svg>
        <span className={`stack ${styles.said}`}>
          <b>{name}</b>
          <span className="visually-hidden">: </span>
          <span className={`small quiet ${styles.word}`}>{word ? sayLocally(word) : text(words[state])}</span>
          {word && <span className="visually-hidden">, {text(words[state])}</span>}
        </span>
        <span className={styles.source}>
          {own !== null && (
            <>
              <span className="visually-hidden">{text('HopSaid')} </span>
              <SourceAge of={{ source, at: own }} isOwn={Date.parse(at ?? '') >= Date.parse(known.askedAt)} />
            </>
          )}
        </span>
      </button>
      <div
        id={id}
        ref={facts}
        popover="auto"
        role="dialog"
        aria-label={name}
        className={`floating over-page ${styles.facts}`}
        onBeforeToggle={() => setOpened(true)}
        onToggle={place}
      >
        {wasOpened && <Facts hop={hop} name={name} findings={known.findings} />}
      </div>
    </li>
  )
}

/** What was found about a hop, what is wrong first, and its own page. */
function Facts({
  hop: { codes, page },
  name,
  findings,
}: {
  readonly hop: Hop
  readonly name: string
  readonly findings: readonly Finding[]
}) {
  const about = findings.filter(({ code }) => codes.includes(code))
  return (
    <>
      <ul>
        {about
          .toSorted((a, b) => Number(b.state === 'wrong') - Number(a.state === 'wrong'))
          .map((finding) => (
            <li key={finding.code} className="stack gap-8">
              <FindingMark look={lookOf(finding)} />
              <span>
                <span className="visually-hidden">{sayLook(lookOf(finding))}: </span>
                <b className="medium">{finding.title}</b> {sayLocally(finding.sentence)}
              </span>
            </li>
          ))}
      </ul>
      {about.length === 0 && <p>{text('HopNothing')}</p>}
      {page && <Link to={page}>{text('HopOpen', { name })}</Link>}
    </>
  )
}
