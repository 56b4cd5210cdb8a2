import type { FleetRow } from '@support-console/contract'
import { addresses, mostInAddress } from '@support-console/contract/addresses'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { useWayToBatch } from '../../kit/use-way-to-batch.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import type { useLooksAt } from '../diagnosis/index.ts'
import { ExpectDialog } from './expect-dialog.tsx'
import styles from './fleet.module.css'
import { LookAgain, thingsOf, useAllThatMatch } from './look-again.tsx'
import { text } from './texts.ts'

interface ChosenProps {
  /** Ids of findings: 'no-panel sim 8901170000000000013'. */
  readonly chosen: ReadonlySet<string>
  readonly choose: (ids: ReadonlySet<string>) => void
  readonly asked: string
  readonly refused: string | undefined
  readonly looks: ReturnType<typeof useLooksAt>
  /** The page of the list that is shown. */
  readonly rows: readonly FleetRow[]
  readonly onExpected: () => unknown
}

/** What is selected, and the ways on: each asks before it changes anything. */
export function Chosen({ chosen, choose, asked, refused, looks, rows, onExpected }: ChosenProps) {
  const mayExpect = useAccess().may('fleet.change')
  const [isExpecting, setExpecting] = useState(false)
  const toBatch = useWayToBatch()
  const navigate = useNavigate()
  const all = useAllThatMatch(asked)
  if (chosen.size === 0) return null
  const { sims, panels } = thingsOf(chosen)
  const chooseAll = async () => {
    const ids = await all.read()
    if (ids) choose(new Set(ids))
  }
  return (
    <Group aria-label={text('Selection')} className={styles.bar}>
      <p role="status">
        <strong>{text('Selected', { count: chosen.size.toLocaleString(culture) })}</strong> {all.problem}
      </p>
      <Button
        size="tool"
        look="quiet"
        isBusy={all.isAsking}
        disabledReason={refused}
        onPress={() => void chooseAll()}
      >
        {text('SelectAll')}
      </Button>
      <div className={styles.ways}>
        <LookAgain things={{ sims, panels }} looks={looks} />
        {mayExpect && (
          <Button size="tool" onPress={() => setExpecting(true)}>
            {text('Expect')}
          </Button>
        )}
        {sims.length > 0 && (
          <Button size="tool" onPress={() => toBatch(sims)}>
            {text('ToBatch')}
          </Button>
        )}
        {panels.length > 0 && panels.length <= mostInAddress && (
          <Button size="tool" onPress={() => void navigate(addresses.panels('cloudId', panels))}>
            {text('ToPanels')}
          </Button>
        )}
        <Button size="tool" look="quiet" onPress={() => choose(new Set())}>
          {text('Clear')}
        </Button>
      </div>
      {isExpecting && (
        <ExpectDialog
          ids={[...chosen]}
          alike={alikeOf(chosen, rows)}
          onDone={onExpected}
          onClose={() => setExpecting(false)}
        />
      )}
    </Group>
  )
}

/** The one kind of finding of the one company that all chosen ones are of; undefined: of several, or not known. */
function alikeOf(chosen: ReadonlySet<string>, rows: readonly FleetRow[]) {
  const shown = rows.flatMap(({ finding }) => (finding && chosen.has(finding.id) ? finding : []))
  const [first] = shown
  return shown.length === chosen.size &&
    shown.every(
      ({ finding, company }) => finding === first?.finding && company?.companyId === first.company?.companyId,
    )
    ? first
    : undefined
}
