import {
  cloneElement,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Placement, placeBeside } from './floating.ts'
import styles from './tooltip.module.css'

interface TooltipProps {
  readonly tip: ReactNode
  readonly placement?: Placement
  /** False takes the tooltip away without taking the child's state with it. */
  readonly isEnabled?: boolean
  /** The tip describes the child to screen readers; false where it only repeats the child's name. */
  readonly isDescription?: boolean
  /** One focusable element, or a component that passes `aria-describedby` on to one. */
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** How long the pointer rests before the tip is shown, and how long it may need to reach the tip, in ms. */
const showAfter = 400
const hideAfter = 120

/**
 * A short note on hover and on keyboard focus. It stays while the pointer is on it and goes with Escape (WCAG
 * 1.4.13). Never the only way to reach something that must be known.
 */
export function Tooltip({
  tip,
  placement = 'top',
  isEnabled = true,
  isDescription = true,
  children,
}: TooltipProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = isShown && isEnabled

  const change = (shown: boolean, delay: number) => {
    clearTimeout(timer.current)
    if (delay === 0) setShown(shown)
    else timer.current = setTimeout(() => setShown(shown), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useLayoutEffect(() => {
    const element = bubble.current
    const target = anchor.current?.firstElementChild
    if (!isOpen || !element || !target) return
    // The browser's top layer: nothing clips the tip, and it lies above dialogs too.
    try {
      element.showPopover()
    } catch {
      // The focus came while another popover opens or closes: a tip is no part of that.
      return setShown(false)
    }
    placeBeside(target.getBoundingClientRect(), element, placement, 6)
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      setShown(false)
    }
    document.addEventListener('keydown', leave)
    window.addEventListener('scroll', leave, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', leave)
      window.removeEventListener('scroll', leave, { capture: true })
    }
  }, [isOpen, placement])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to what bubbles up from its child
    <span
      ref={anchor}
      className="contents"
      onPointerOver={(event) => event.pointerType !== 'touch' && change(true, showAfter)}
      onPointerOut={() => change(false, hideAfter)}
      onPointerDown={() => change(false, 0)}
      onFocus={(event: FocusEvent<HTMLElement>) => event.target.matches(':focus-visible') && change(true, 0)}
      onBlur={() => change(false, 0)}
    >
      {isDescription && isEnabled
        ? cloneElement(children, {
            'aria-describedby': [children.props['aria-describedby'], id].filter(Boolean).join(' '),
          })
        : children}
      {isEnabled && isDescription && !isOpen && (
        <span id={id} hidden>
          {tip}
        </span>
      )}
      {isOpen && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          className={`floating anywhere small to-start rounded inverse ${styles.tooltip}`}
        >
          {tip}
        </span>
      )}
    </span>
  )
}
