import type { FleetRow } from '@support-console/contract'
import { addresses, mostInAddress } from '@support-console/contract/addresses'
import { mostLooked } from '@support-console/contract/looks.words'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { useWayToBatch } from '../../kit/use-way-to-batch.ts'
import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import type { useLooksAt } from '../diagnosis/index.ts'
import { ExpectDialog } from './expect-dialog.tsx'
import { LookAgain, thingsOf, useAllThatMatch } from './look-again.tsx'
import { text } from './texts.ts'
import { type Choice, isGroup } from './use-chosen.ts'

interface ChosenProps {
  readonly chosen: Choice
  /** How many findings match. */
  readonly count: number | undefined
  readonly asked: string
  readonly refused: string | undefined
  readonly looks: ReturnType<typeof useLooksAt>
  /** The page of the list that is shown. */
  readonly rows: readonly FleetRow[]
  readonly onExpected: () => unknown
}

/** What is selected, and the ways on: each asks before it changes anything. */
export function Chosen({ chosen, count = 0, asked, refused, looks, rows, onExpected }: ChosenProps) {
  const mayExpect = useAccess().may('fleet.change')
  const [isExpecting, setExpecting] = useState(false)
  const toBatch = useWayToBatch()
  const navigate = useNavigate()
  const all = useAllThatMatch(asked)
  const { ids } = chosen
  if (ids.size === 0) return null
  const { sims, panels } = thingsOf(ids)
  const chooseAll = async () => {
    const found = await all.read()
    if (found) chosen.all(found)
  }
  return (
    <Group aria-label={text('Selection')} className="foot-bar">
      <p role="status">
        <strong>{text('Selected', { count: ids.size })}</strong> {all.problem}
      </p>
      <Button
        size="tool"
        look="quiet"
        isBusy={all.isAsking}
        disabledReason={
          refused ?? (count > mostLooked ? text('SelectTakes', { most: mostLooked }) : undefined)
        }
        onPress={() => void chooseAll()}
      >
        {text('SelectAll', { count })}
      </Button>
      <div className="flex wrap gap-8 to-end">
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
        <Button size="tool" look="quiet" onPress={chosen.clear}>
          {text('Clear')}
        </Button>
      </div>
      {isExpecting && (
        <ExpectDialog
          ids={[...ids]}
          alike={alikeOf(ids, rows)}
          onDone={onExpected}
          onClose={() => setExpecting(false)}
        />
      )}
    </Group>
  )
}

/** The one kind of finding of the one company that all chosen ones are of; undefined: of several, or not known. */
function alikeOf(chosen: ReadonlySet<string>, rows: readonly FleetRow[]) {
  const shown = rows.flatMap((row) => (!isGroup(row) && chosen.has(row.id) ? row : []))
  const [first] = shown
  return shown.length === chosen.size &&
    shown.every(
      ({ code, company }) => code === first?.code && company?.companyId === first.company?.companyId,
    )
    ? first
    : undefined
}
