import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import styles from '../../ui/data-table/filter-chips.module.css'
import { CloseIcon } from '../../ui/icons/controls.tsx'
import { text } from './texts.ts'

/** A chip: the panels that are disabled now in place of those of a search, and back. */
export function DisabledNow({ isOn }: { readonly isOn: boolean }) {
  return (
    <Link
      className={`inline gap-6 at-most small rounded ink unlined ${styles.chip} ${styles.way}`}
      to={isOn ? addresses.panels() : addresses.disabledPanels()}
      aria-current={isOn ? 'true' : undefined}
      title={isOn ? text('SearchInstead') : undefined}
    >
      {text('DisabledChip')}
      {isOn && <CloseIcon size={14} />}
    </Link>
  )
}
