import type { SimThing } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { factRights } from '@support-console/contract/fact-rights'
import { isIccid, normaliseIccid } from '@support-console/contract/iccid'
import { useAccess } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import { LastObserved, useObserved } from '../../../kit/observed/index.ts'
import { Phone } from '../../../kit/sim-id/index.ts'
import { ThingState } from '../../../kit/thing-state/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { Section } from '../../../ui/section.tsx'
import { useDiagnosis } from '../../diagnosis/index.ts'
import { KnownOfSim, UsageOfSim } from '../../sim-information/index.ts'
import { UsabilityStatus, useSimActions } from '../../sim-management/index.ts'
import { Timeline } from '../../timeline/index.ts'
import { useWatch } from '../../watches/index.ts'
import { ThingDifferences } from '../compared/differences.tsx'
import { simFacts } from '../compared/facts.ts'
import {
  BelongsTo,
  Cell,
  CompanyCell,
  ContainerCell,
  None,
  sayConnection,
  UsersCell,
} from '../frame/belongs-to.tsx'
import { Block } from '../frame/block.tsx'
import { KnownGroups } from '../frame/known.tsx'
import { Addressed, HeadCompany, HeadFact, ThingPage } from '../frame/thing-page.tsx'
import { isThere, useThing } from '../frame/use-thing.ts'
import { text } from '../texts.ts'

function readIccid(text: string): string | undefined {
  const iccid = normaliseIccid(text)
  return isIccid(iccid) ? iccid : undefined
}

/** Everything about one SIM (connected console, section 4). */
export function SimPage() {
  return <Addressed kind="sim" param="iccid" read={readIccid} page={Sim} />
}

function Sim({ id }: { readonly id: string }) {
  const subject = { kind: 'sim', id } as const
  const { may } = useAccess()
  const thing = useThing(subject, 'GET /things/v1/sims/{id}')
  const diagnosis = useDiagnosis('sim', id, isThere(thing))
  const { buttons, outcomes, usability, isMended } = useSimActions(id, thing.data?.usability)
  const isPast = useMoment() !== null
  const panel = thing.data?.panels[0]
  const watching = useWatch(
    thing.data && (panel?.state ? { cloudId: panel.cloudId, word: panel.state.state } : null),
    isMended,
  )
  return (
    <ThingPage
      subject={subject}
      thing={thing}
      diagnosis={diagnosis}
      state={({ state }) => state}
      about={({ company, state }) => ({ company: company?.name ?? null, state })}
      more={() => (
        <>
          {buttons}
          {watching.button}
        </>
      )}
      outcomes={
        <>
          {outcomes}
          {watching.outcomes}
        </>
      }
      first={
        <Block>
          {isPast ? <ToldOfSim id={id} /> : <KnownOfSim simId={id} title={text('WhatIsKnown')} />}
        </Block>
      }
      besideDay={<UsageOfSim simId={id} round={diagnosis[0].number} mayCompare={may(factRights.company)} />}
      facts={(sim) => (
        <>
          {sim.vendorCode && <HeadFact name={text('Carrier')}>{carrierNames[sim.vendorCode]}</HeadFact>}
          <HeadCompany company={sim.company} />
          {sim.panels[0] && (
            <HeadFact name={kindName('panel')}>
              <Identifier value={sim.panels[0].cloudId} of="panel" />
            </HeadFact>
          )}
          {sim.phoneNumber && (
            <HeadFact name={text('Phone')}>
              <Phone number={sim.phoneNumber} />
            </HeadFact>
          )}
          {may(factRights.usability) && (sim.usability || !isPast) && (
            <HeadFact name={text('Usability')}>
              {sim.usability ? <UsabilityStatus state={usability} /> : text('NotInInventory')}
            </HeadFact>
          )}
        </>
      )}
    >
      {(sim) => (
        <>
          {sim && <ThingDifferences call="GET /things/v1/sims/{id}" id={id} thing={sim} factsOf={simFacts} />}
          {sim && (
            <Block isOffPaper>
              <SimBelongsTo sim={sim} />
            </Block>
          )}
          <Block isOffPaper>
            <Timeline things="sims" id={id} screenTitle={kindName('sim')} />
          </Block>
        </>
      )}
    </ThingPage>
  )
}

/** What each source had said by the moment of the page: none is asked. */
function ToldOfSim({ id }: { readonly id: string }) {
  const told = [...useObserved('sim', id).values()].filter(({ fields }) => fields !== null)
  return (
    <Section title={text('WhatWasKnown')}>
      {told.length === 0 && <p className="quiet">{text('NothingToldYet')}</p>}
      <KnownGroups>
        {told.map((each) => (
          <LastObserved key={each.source} of={each} />
        ))}
      </KnownGroups>
    </Section>
  )
}

function SimBelongsTo({ sim }: { readonly sim: SimThing }) {
  const isPast = useMoment() !== null
  const mayKnow = useAccess().may(factRights.usability)
  // What the inventory does not have, or did not have by then, is not known to belong to no company.
  const isKnown = sim.usability !== null || !mayKnow
  const why = isKnown ? undefined : text(isPast ? 'NothingToldYet' : 'CompanyNotKnown')
  const latest = sim.panels.find(({ connection }) => connection !== null)?.connection ?? null
  return (
    <BelongsTo>
      <Cell kind="panel">
        {sim.panels.length === 0 && <None>{text('NoPanelOfSim')}</None>}
        {sim.panels.map(({ cloudId, sources, state, connection }) => (
          <div key={cloudId}>
            <span className="row wrap gap-4-8 anywhere medium">
              <Identifier value={cloudId} of="panel" />
              <ThingState of={state} isBrief />
            </span>
            <span className="anywhere small quiet">
              {[...sources, connection && sayConnection(connection)].filter(Boolean).join(' · ')}
            </span>
          </div>
        ))}
      </Cell>
      <CompanyCell company={sim.company} why={why} />
      <ContainerCell connection={latest} />
      <UsersCell company={sim.company} why={why} />
    </BelongsTo>
  )
}
