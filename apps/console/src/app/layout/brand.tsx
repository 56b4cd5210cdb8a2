import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import { text } from '../../texts/text.ts'
import { BrandMark } from '../../ui/icons/brand-mark.tsx'
import styles from './brand.module.css'
import { safeUrl } from './safe-url.ts'

/** The brand mark and name (2.1), which lead home, or where the installation's BRAND_URL says. */
export function Brand({ url, onFollow }: { url: string | null; onFollow?: () => void }) {
  const elsewhere = safeUrl(url)
  const content = (
    <>
      <BrandMark size={18} />
      <span>{text('BrandName')}</span>
    </>
  )
  if (elsewhere !== undefined)
    return (
      <a className={`row nowrap strong ink rounded unlined ${styles.brand}`} href={elsewhere}>
        {content}
      </a>
    )
  return (
    <Link
      className={`row nowrap strong ink rounded unlined ${styles.brand}`}
      to={addresses.home()}
      aria-label={text('BrandHome')}
      onClick={onFollow}
    >
      {content}
    </Link>
  )
}
