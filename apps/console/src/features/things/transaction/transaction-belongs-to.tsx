import type { TransactionThing } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { carrierNames, type VendorCode } from '@support-console/contract/carriers'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { Link } from '../../../kit/link.tsx'
import { sayHowMany } from '../../../kit/thing-words.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { BelongsTo, Cell, CompanyCell, None } from '../frame/belongs-to.tsx'
import { text } from './texts.ts'

/** The SIMs, panels and company that a transaction was about. */
export function TransactionBelongsTo({ transaction }: { readonly transaction: TransactionThing }) {
  const { sims, panels, work, companies, company } = transaction
  const carriers = Map.groupBy(sims, ({ vendorCode }) => vendorCode)
  const [sim] = sims
  // A SIM alone is not counted.
  const sayCarrier = ([vendor, { length: count }]: [VendorCode | null, unknown[]]) => {
    const carrier = vendor && carrierNames[vendor]
    return carrier && sims.length > 1 ? text('AtCarrier', { count, carrier }) : carrier
  }
  const [panel] = panels
  return (
    <BelongsTo>
      <Cell kind="sim">
        {sim ? (
          <>
            <span className="row wrap gap-4-8 anywhere medium">
              {sims.length === 1 ? (
                <Identifier value={sim.iccid} of="sim" />
              ) : work ? (
                <Link to={undertakingKinds[work.kind].page(work)}>{sayHowMany('sim', sims.length)}</Link>
              ) : (
                sayHowMany('sim', sims.length)
              )}
            </span>
            <span className="anywhere small quiet">
              {Array.from(carriers, sayCarrier).filter(Boolean).join(', ')}
            </span>
          </>
        ) : (
          <None>{text('NoSims')}</None>
        )}
      </Cell>
      <Cell kind="panel">
        {panel === undefined ? (
          <None>{text('NoPanels')}</None>
        ) : (
          <span className="row wrap gap-4-8 anywhere medium">
            {panels.length === 1 ? (
              <Identifier value={panel} of="panel" />
            ) : (
              <Link to={addresses.panels('cloudId', panels)}>{sayHowMany('panel', panels.length)}</Link>
            )}
          </span>
        )}
      </Cell>
      {companies > 1 ? (
        <Cell kind="company">{sayHowMany('company', companies)}</Cell>
      ) : (
        <CompanyCell company={company} />
      )}
    </BelongsTo>
  )
}
