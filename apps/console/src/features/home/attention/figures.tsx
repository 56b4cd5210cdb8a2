import type { Limits } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useAccess } from '../../../api/index.ts'
import {
  Figure,
  SilentFigure,
  sayCount as say,
  figures as styles,
  figuresText as text,
} from '../../../kit/figures/index.ts'
import { Link } from '../../../kit/link.tsx'
import { sayAgo } from '../../../ui/durations.ts'
import { sayShortly } from '../../../ui/say-when.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { useAttention } from './use-attention.ts'

type Of<Part extends keyof Limits> = NonNullable<Limits[Part]>

/** Four figures that say how far anything is known (D55, brief 8): their place is kept from the first paint. */
export function Figures() {
  const { data } = useAttention()
  const limits = data?.limits
  return (
    <section className={styles.figures} aria-label={text('Figures')}>
      {limits?.panels && (
        <SilentFigure of={limits.panels} now={Date.parse(data?.asOf ?? '') || serverNow()} />
      )}
      {limits?.sims && <Sims of={limits.sims} />}
      {limits?.receivers && <Receivers of={limits.receivers} />}
      {limits && <Systems of={limits.systems} />}
    </section>
  )
}

/** 'csr-09', 'csr-09, csr-11 +3' */
const named = ([first, second, ...more]: readonly string[]): string =>
  [[first, second].filter(Boolean).join(', '), more.length > 0 && `+${more.length}`].filter(Boolean).join(' ')

function Sims({ of: { seen, all, nextAt } }: { of: Of<'sims'> }) {
  const { may } = useAccess()
  const share = all === 0 ? 0 : (seen / all) * 100
  return (
    <Figure
      name={text('SimsSeen')}
      value={say(seen)}
      rest={text(nextAt ? 'OfNext' : 'OfAll', { all: say(all), time: nextAt ? sayShortly(nextAt) : '' })}
    >
      <div className={`clip ${styles.unknown}`}>
        <div style={{ width: `${share}%` }} />
      </div>
      <p className="small quiet">
        {seen < all && text(seen === 0 ? 'NoneKnown' : 'RestUnknown')}{' '}
        {seen < all && may('fleet.change') && <Link to={addresses.fleet()}>{text('ScanAll')}</Link>}
      </p>
    </Figure>
  )
}

function Receivers({ of: { all, wrong, unheard, heardAt } }: { of: Of<'receivers'> }) {
  const heard = all - unheard.length
  const [worst] = wrong
  return (
    <Figure
      name={text('CsrServers')}
      value={
        heard === 0
          ? text('NotKnown')
          : wrong.length === 0
            ? text('InOrder', { count: say(heard), all: say(all) })
            : say(wrong.length)
      }
      tone={heard === 0 ? undefined : wrong.length > 0 ? 'warn' : unheard.length === 0 ? 'ok' : undefined}
      rest={heard > 0 && wrong.length > 0 ? text('NotInOrder', { all: say(all) }) : ''}
    >
      <p className="small quiet">
        {worst !== undefined && <Link to={addresses.csr()}>{text('Worst', { server: worst })}</Link>}{' '}
        {unheard.length > 0 && text('Unheard', { servers: named(unheard) })}{' '}
        {heardAt && text('AgentsAt', { ago: sayAgo(heardAt) })}
      </p>
    </Figure>
  )
}

function Systems({ of: { asked, failing } }: { of: Limits['systems'] }) {
  const answering = asked - failing.length
  return (
    <Figure
      name={text('Systems')}
      value={asked === 0 ? text('NotKnown') : text('Answer', { count: answering, all: asked })}
      tone={failing.length > 0 ? 'error' : asked > 0 ? 'ok' : undefined}
      rest=""
    >
      <p className="small quiet">
        {failing.length > 0 ? text('Failing', { systems: failing.join(', ') }) : text('AskedWithin')}
      </p>
    </Figure>
  )
}
