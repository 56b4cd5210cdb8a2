import { dataTable } from '../../texts/en-US/data-table.ts'
import { textsOf } from '../../texts/text.ts'
import { ChevronRightIcon } from '../icons/controls.tsx'
import { ChevronLeftIcon } from '../icons/screens.tsx'
import { pageWindow } from './page-window.ts'
import styles from './pagination.module.css'

const tableText = textsOf(dataTable)

interface PaginationProps {
  /** The current page, from 1. */
  readonly page: number
  readonly pageCount: number
  /** Called with the chosen page and whether it was chosen by pointer (not by keyboard). */
  readonly onPageChange: (page: number, byPointer: boolean) => void
}

/**
 * First, last and nearby pages with ellipses, and arrows that are disabled at the ends; nothing for one page
 * (specification 2.14). Arrows and pages keep their elements, so the focus stays where it is.
 */
export function Pagination({ page, pageCount, onPageChange }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav
      aria-label={tableText('PageOfPages', { page, pages: pageCount })}
      className={`row gap-2 ${styles.pagination}`}
    >
      <Arrow
        label={tableText('PreviousPage')}
        isAtEnd={page <= 1}
        onPress={(how) => onPageChange(page - 1, how)}
      >
        <ChevronLeftIcon />
      </Arrow>
      {pageWindow(page, pageCount).map((slot) =>
        typeof slot === 'number' ? (
          <button
            key={slot}
            type="button"
            className={`inline middle quiet rounded ${styles.page}`}
            aria-label={tableText('Page', { page: slot })}
            aria-current={slot === page ? 'page' : undefined}
            onClick={(event) => slot !== page && onPageChange(slot, event.detail > 0)}
          >
            {slot}
          </button>
        ) : (
          <span key={slot} className={`inline middle quiet rounded ${styles.gap}`} aria-hidden="true">
            …
          </span>
        ),
      )}
      <Arrow
        label={tableText('NextPage')}
        isAtEnd={page >= pageCount}
        onPress={(how) => onPageChange(page + 1, how)}
      >
        <ChevronRightIcon />
      </Arrow>
    </nav>
  )
}

interface ArrowProps {
  readonly label: string
  readonly isAtEnd: boolean
  readonly onPress: (byPointer: boolean) => void
  readonly children: React.ReactNode
}

/** aria-disabled, not disabled: the focus must not be lost when the last page is reached. */
function Arrow({ label, isAtEnd, onPress, children }: ArrowProps) {
  return (
    <button
      type="button"
      className={`inline middle quiet rounded ${styles.arrow}`}
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={(event) => !isAtEnd && onPress(event.detail > 0)}
    >
      {children}
    </button>
  )
}
