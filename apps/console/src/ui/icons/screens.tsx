import { drawn } from './icon.tsx'

/* What only screens and the profile need: it is loaded with them, and not with the first page. */

export const ChevronDownIcon = drawn(<path d="m4 6 4 4 4-4" />)

export const ChevronLeftIcon = drawn(<path d="m10 4-4 4 4 4" />)

export const ArrowUpIcon = drawn(<path d="M8 13V3.5M4.5 7 8 3.5 11.5 7" />)

export const ArrowDownIcon = drawn(<path d="M8 3v9.5M4.5 9 8 12.5 11.5 9" />)

export const SortBothIcon = drawn(<path d="m5 6 3-3 3 3M5 10l3 3 3-3" />)

export const DownloadIcon = drawn(<path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.8 13.3h10.4" />)

export const CalendarIcon = drawn(
  <>
    <rect x="2.5" y="3.5" width="11" height="10" rx="1.5" />
    <path d="M2.5 7h11M5.5 2v3M10.5 2v3" />
  </>,
)

export const EyeIcon = drawn(
  <>
    <path d="M1.5 8S4 3.75 8 3.75 14.5 8 14.5 8 12 12.25 8 12.25 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="1.9" />
  </>,
)

export const EyeOffIcon = drawn(
  <>
    <path d="M6.3 4A6.4 6.4 0 0 1 8 3.75c4 0 6.5 4.25 6.5 4.25a11 11 0 0 1-1.9 2.3M10.1 11.9a6 6 0 0 1-2.1.35C4 12.25 1.5 8 1.5 8a11 11 0 0 1 2.9-3.1" />
    <path d="M6.7 6.7a1.9 1.9 0 0 0 2.6 2.6M2.5 2.5l11 11" />
  </>,
)

export const FileIcon = drawn(
  <>
    <path d="M4.5 1.75h4.75L12.5 5v8.25a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-10.5a1 1 0 0 1 1-1Z" />
    <path d="M9 2v3.25h3.25" />
  </>,
)

export const RefreshIcon = drawn(<path d="M13 8a5 5 0 1 1-1.5-3.6L13 5.8M13 2.8v3h-3" />)

export const ExternalLinkIcon = drawn(
  <path d="M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3" />,
)

export const LogoutIcon = drawn(
  <path d="M6 2.75H3.5a1 1 0 0 0-1 1v8.5a1 1 0 0 0 1 1H6M10 4.8 13.2 8 10 11.2M6 8h7" />,
)
