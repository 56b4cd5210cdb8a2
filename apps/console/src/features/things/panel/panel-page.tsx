import type { PanelThing } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import { mainIdentifier } from '@support-console/contract/identifiers'
import { Suspense, useState } from 'react'
import { useAccess } from '../../../api/index.ts'
import { useRuntimeConfig } from '../../../api/runtime-config.ts'
import { Link } from '../../../kit/link.tsx'
import { ThingState } from '../../../kit/thing-state/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import actions from '../../../ui/link-button.module.css'
import { useDiagnosis } from '../../diagnosis/index.ts'
import { useInstallersLink } from '../../installers-link/index.ts'
import { PointTo, physicalIdOf } from '../../panel-environment/index.ts'
import { usePanelActions } from '../../panels/index.ts'
import { Timeline } from '../../timeline/index.ts'
import { useWatch } from '../../watches/index.ts'
import { ThingDifferences } from '../compared/differences.tsx'
import { panelFacts } from '../compared/facts.ts'
import { BelongsTo, Cell, CompanyCell, ContainerCell, None, UsersCell } from '../frame/belongs-to.tsx'
import { Block } from '../frame/block.tsx'
import { Addressed, HeadCompany, HeadFact, ThingPage } from '../frame/thing-page.tsx'
import { isThere, useThing } from '../frame/use-thing.ts'
import { text } from '../texts.ts'
import { KnownOfPanel } from './known-of-panel.tsx'

const readCloudId = (given: string) => mainIdentifier('panel', given)

/** Everything about one panel (connected console, section 4). */
export function PanelPage() {
  return <Addressed kind="panel" param="cloudId" read={readCloudId} page={Panel} />
}

function Panel({ id }: { readonly id: string }) {
  const subject = { kind: 'panel', id } as const
  const thing = useThing(subject, 'GET /things/v1/panels/{id}')
  const diagnosis = useDiagnosis('panel', id, isThere(thing))
  const { buttons, outcomes, remedies, isChanged } = usePanelActions(
    // What the inventory does not have cannot be changed there.
    thing.data && !thing.data.updatedAt
      ? null
      : thing.data && { ...thing.data.panel, state: thing.data.state },
    thing.tryAgain,
  )
  const pointing = usePointing(thing.data, diagnosis[1])
  const watching = useWatch(
    thing.data && { cloudId: id, word: thing.data.state.state },
    isChanged || pointing.isPointed,
  )
  const installers = useInstallersLink(id)
  return (
    <ThingPage
      subject={subject}
      thing={thing}
      diagnosis={diagnosis}
      remedies={{ ...remedies, ...pointing.remedies }}
      state={({ state }) => state}
      about={({ company, state }) => ({ company: company?.name ?? null, state })}
      more={(panel) => (
        <>
          <PointToEnvironment physicalId={panel && physicalIdOf(panel.physicalId)} />
          {buttons}
          {panel && installers.button}
          {/* The last: what it opens hides none of the others. */}
          {watching.button}
        </>
      )}
      outcomes={
        <>
          {outcomes}
          {pointing.outcomes}
          {watching.outcomes}
          {installers.dialog}
        </>
      }
      facts={(panel) => <PanelFacts thing={panel} />}
    >
      {(panel) => (
        <>
          {panel && (
            <>
              <ThingDifferences
                call="GET /things/v1/panels/{id}"
                id={id}
                thing={panel}
                factsOf={panelFacts}
              />
              <Block>
                <KnownOfPanel thing={panel} />
              </Block>
              <Block isOffPaper>
                <PanelBelongsTo thing={panel} />
              </Block>
            </>
          )}
          <Block isOffPaper>
            <Timeline
              things="panels"
              id={id}
              otherIds={panel?.physicalId ? [panel.physicalId] : []}
              screenTitle={kindName('panel')}
            />
          </Block>
        </>
      )}
    </ThingPage>
  )
}

/** Points the panel to this console's environment, here; the verdict before that no longer holds. */
function usePointing(thing: PanelThing | undefined, lookAgain: () => void) {
  const { environment } = useRuntimeConfig()
  const mayPoint = useAccess().may('panel-environment.change')
  const [round, setRound] = useState(0)
  const [isPointed, setPointed] = useState(false)
  const pointed = () => {
    setPointed(true)
    lookAgain()
  }
  const physicalId = physicalIdOf(thing?.physicalId ?? '')
  if (physicalId === null || !mayPoint) return { remedies: {}, outcomes: null, isPointed }
  const verb = text('PointToHere', { environment: environment.toUpperCase() })
  return {
    isPointed,
    remedies: { 'panel-environment': { verb, ask: () => setRound(round + 1) } },
    outcomes: round > 0 && (
      <Suspense>
        <PointTo key={round} physicalId={physicalId} to={environment} onPointed={pointed} />
      </Suspense>
    ),
  }
}

/** Leads to where that is done, which asks before it does it. */
function PointToEnvironment({ physicalId }: { readonly physicalId: string | null | undefined }) {
  if (!useAccess().may('panel-environment.change')) return null
  if (!physicalId)
    return (
      <Button disabledReason={text(physicalId === null ? 'NoPhysicalId' : 'PanelComes')}>
        {text('PointToEnvironment')}
      </Button>
    )
  return (
    <Link className={actions.plain} to={addresses.panelEnvironment(physicalId)}>
      {text('PointToEnvironment')}
    </Link>
  )
}

function PanelFacts({ thing }: { readonly thing: PanelThing }) {
  const { company, sims, panel } = thing
  const [sim] = sims
  return (
    <>
      {thing.updatedAt === null && <HeadFact name={text('Inventory')}>{text('NotInInventory')}</HeadFact>}
      <HeadCompany company={company} />
      {sim && (
        <HeadFact name={kindName('sim')}>
          <Identifier value={sim.iccid} of="sim" /> {sim.vendorCode && carrierNames[sim.vendorCode]}
        </HeadFact>
      )}
      {panel.remoteId && (
        <HeadFact name={text('RemotePortal')}>
          <span className="mono">{panel.remoteId}</span>
        </HeadFact>
      )}
    </>
  )
}

interface PanelBelongsToProps {
  readonly thing: PanelThing
}

function PanelBelongsTo({ thing }: PanelBelongsToProps) {
  const { sims, company, connection } = thing
  const why = thing.updatedAt === null ? text('CompanyNotKnown') : undefined
  return (
    <BelongsTo>
      <Cell kind="sim">
        {sims.length === 0 && <None>{text('NoSimOfPanel')}</None>}
        {sims.map(({ iccid, vendorCode, sources, state }) => (
          <div key={iccid}>
            <span className="row wrap gap-4-8 anywhere medium">
              <Identifier value={iccid} of="sim" />
              {state && <ThingState of={state} />}
            </span>
            <span className="anywhere small quiet">
              {[vendorCode && carrierNames[vendorCode], ...sources].filter(Boolean).join(' · ')}
            </span>
          </div>
        ))}
      </Cell>
      <CompanyCell company={company} why={why} />
      <ContainerCell connection={connection} />
      <UsersCell company={company} why={why} />
    </BelongsTo>
  )
}
