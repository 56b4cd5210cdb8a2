import type { TransactionThing } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { Link } from '../../../kit/link.tsx'
import { culture } from '../../../texts/languages.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { BelongsTo, Cell, CompanyCell, None } from '../frame/belongs-to.tsx'
import styles from '../frame/things.module.css'
import { text } from './texts.ts'

/** The SIMs, panels and company that a transaction was about. */
export function TransactionBelongsTo({ transaction }: { readonly transaction: TransactionThing }) {
  const { sims, panels, work, companies, company } = transaction
  const carriers = Map.groupBy(sims, ({ vendorCode }) => vendorCode)
  const [sim] = sims
  const [panel] = panels
  const count = sims.length.toLocaleString(culture)
  return (
    <BelongsTo>
      <Cell kind="Sim">
        {sim ? (
          <>
            <span className={styles.cellThing}>
              {sims.length === 1 ? (
                <Identifier value={sim.iccid} of="sim" />
              ) : work ? (
                <Link to={undertakingKinds[work.kind].page(work)}>{text('SimsCount', { count })}</Link>
              ) : (
                text('SimsCount', { count })
              )}
            </span>
            <span className={styles.small}>
              {Array.from(carriers, ([vendor, of]) =>
                vendor ? text('AtCarrier', { count: of.length, carrier: carrierNames[vendor] }) : [],
              )
                .flat()
                .join(', ')}
            </span>
          </>
        ) : (
          <None>{text('NoSims')}</None>
        )}
      </Cell>
      <Cell kind="Panel">
        {panel === undefined ? (
          <None>{text('NoPanels')}</None>
        ) : (
          <span className={styles.cellThing}>
            {panels.length === 1 ? (
              <Identifier value={panel} of="panel" />
            ) : (
              <Link to={addresses.panels('cloudId', panels)}>
                {text('PanelsCount', { count: panels.length.toLocaleString(culture) })}
              </Link>
            )}
          </span>
        )}
      </Cell>
      {companies > 1 ? (
        <Cell kind="Company">{text('Companies', { count: companies })}</Cell>
      ) : (
        <CompanyCell company={company} />
      )}
    </BelongsTo>
  )
}
