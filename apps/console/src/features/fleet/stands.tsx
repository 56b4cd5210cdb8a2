import { addresses } from '@support-console/contract/addresses'
import type { DataOf } from '../../api/call-types.ts'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import { text } from './texts.ts'

type Overview = Pick<
  DataOf<'GET /fleet/v1/overview'>,
  'panels' | 'silent' | 'once' | 'expected' | 'environments'
>

interface StandsProps {
  readonly of: Overview
  /** Nothing narrows the list: its rows and these add up to the panels that are silent, and where most point may not be known. */
  readonly isWhole: boolean
  readonly onShow: (stand: 'once' | 'expected') => void
}

/** Below the list: what waits for a second answer, what is expected, and where the other silent panels are. */
export function Stands({ of, isWhole, onShow }: StandsProps) {
  const { panels, silent, once, expected, environments } = of
  const rest = silent && panels && panels.heard > 0 && silent.listed < panels.silent
  return (
    <p className="faint small row wrap gap-4-12">
      <span>{text('OnlyConfirmed')}</span>
      {once > 0 && (
        <Button size="row" look="quiet" onPress={() => onShow('once')}>
          {text('Once', { count: once })}
        </Button>
      )}
      {expected > 0 && (
        <Button size="row" look="quiet" onPress={() => onShow('expected')}>
          {text('AndExpected', { count: expected })}
        </Button>
      )}
      {isWhole && rest && (
        <span>
          {[
            text('SilentListed', { silent: panels.silent, listed: silent.listed }),
            silent.once > 0 && text('SilentOnce', { count: silent.once }),
            silent.expected > 0 && text('SilentExpected', { count: silent.expected }),
            silent.others > 0 && text('SilentOthers', { count: silent.others }),
          ]
            .filter(Boolean)
            .join(', ')}
          .
        </span>
      )}
      {isWhole && environments && environments.asked < environments.panels && (
        <span>
          <Link to={addresses.fleet('finding=other-environment')}>{text('other-environment')}</Link>:{' '}
          {text('PathfinderAsked', environments)}
        </span>
      )}
    </p>
  )
}
