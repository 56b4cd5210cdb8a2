import { drawn } from './icon.tsx'

/* What the first page needs. */

export const MenuIcon = drawn(<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />)

export const SearchIcon = drawn(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.2 10.2 3.3 3.3" />
  </>,
)

export const WorkIcon = drawn(
  <path d="M2.5 9.5 4.4 3.8a1 1 0 0 1 1-.8h5.2a1 1 0 0 1 1 .8l1.9 5.7v2.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zh3.2l1 1.7h2.6l1-1.7h3.2" />,
)

export const CloseIcon = drawn(<path d="m4 4 8 8M12 4l-8 8" />)

export const CheckIcon = drawn(<path d="m3 8.5 3.2 3.2L13 4.8" />)

export const ChevronRightIcon = drawn(<path d="m6 4 4 4-4 4" />)

export const CopyIcon = drawn(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
  </>,
)

export const LockIcon = drawn(
  <>
    <rect x="3.5" y="7" width="9" height="6.5" rx="1.25" />
    <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
  </>,
)

export const ProfileIcon = drawn(
  <>
    <circle cx="8" cy="8" r="6" />
    <circle cx="8" cy="6.5" r="2" />
    <path d="M4.2 12.3c.6-1.6 2-2.4 3.8-2.4s3.2.8 3.8 2.4" />
  </>,
)
