import type { IconProps } from './icon.tsx'

/** The brand mark: a panel with its keys, in the colour of the text, cut out of a filled square. */
export function BrandMark({ size = 20, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 20 20"
    >
      <rect width="20" height="20" rx="4" fill="var(--text-1)" />
      <g fill="var(--sheet)">
        <rect x="4.5" y="5" width="11" height="4.5" rx="1" />
        <circle cx="5.75" cy="13.5" r="1.15" />
        <circle cx="10" cy="13.5" r="1.15" />
        <circle cx="14.25" cy="13.5" r="1.15" />
      </g>
    </svg>
  )
}
