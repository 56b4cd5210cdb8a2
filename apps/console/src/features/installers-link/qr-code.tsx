import { encode } from 'uqr'
import styles from './installers-link.module.css'

interface QrCodeProps {
  readonly value: string
  /** What it is, for those who do not see it. */
  readonly label: string
}

/** A QR code; dark on light in both themes, as cameras expect it. */
export function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { border: 4, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      className={`rigid sheet ${styles.code}`}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
