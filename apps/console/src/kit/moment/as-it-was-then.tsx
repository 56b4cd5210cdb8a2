import { Link } from '../link.tsx'
import { text } from './texts.ts'

interface AsItWasThenProps {
  /** The instant that the text says, ISO 8601. */
  readonly at: string
  /** The page as it was then; undefined: it has no past. */
  readonly to: string | undefined
  /** The time, as it is said. */
  readonly children: string
  readonly className?: string | undefined
}

/** A time that leads to the page as it was then. */
export function AsItWasThen({ at, to, children, className = 'quiet' }: AsItWasThenProps) {
  if (to === undefined)
    return (
      <time className={className} dateTime={at}>
        {children}
      </time>
    )
  return (
    <Link
      to={to}
      className={className}
      title={text('AsItWasThen')}
      aria-label={text('AsItWasAt', { time: children })}
    >
      <time dateTime={at}>{children}</time>
    </Link>
  )
}
