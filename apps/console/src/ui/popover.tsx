import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { placeBeside } from './floating.ts'
import { Group } from './group.tsx'
import styles from './popover.module.css'

interface PopoverProps
  extends Omit<ComponentProps<typeof Button>, 'onPress' | 'onKeyDown' | 'children' | 'ref' | 'role'> {
  /** What the button says. */
  readonly words?: ReactNode
  /** What opens, for screen readers. */
  readonly name: string
  readonly role?: 'dialog' | 'menu'
  /** What is in it stays once it was opened: what is typed is not lost by a press elsewhere. */
  readonly isKept?: boolean
  /** Keys within what is open. */
  readonly onKeyDown?: ComponentProps<'div'>['onKeyDown']
  readonly children: (close: () => void) => ReactNode
}

/**
 * A button, and what it opens beside itself: the focus goes into it and comes back, Escape and a press elsewhere close it
 * (the browser's own popover), and so does a Tab that leaves it.
 */
export function Popover({
  words,
  name,
  role = 'dialog',
  isKept = false,
  onKeyDown,
  children,
  ...button
}: PopoverProps) {
  const id = useId()
  const door = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const isRefused = button.isDisabled || button.isBusy || Boolean(button.disabledReason)
  const close = () => box.current?.hidePopover()

  useLayoutEffect(() => {
    const [anchor, element] = [door.current, box.current]
    if (!isOpen || !anchor || !element) return
    const place = () => placeBeside(anchor.getBoundingClientRect(), element, 'bottom-end', 4)
    // What it holds may come later; what is focused already was so by its own wish.
    const enter = () => {
      place()
      if (!element.contains(document.activeElement)) firstIn(element)?.focus()
    }
    enter()
    const resized = new ResizeObserver(enter)
    resized.observe(element)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [isOpen])

  return (
    <>
      <Button
        {...button}
        ref={door}
        aria-haspopup={role}
        aria-expanded={isOpen}
        popoverTarget={isRefused ? undefined : id}
      >
        {words}
      </Button>
      <Group
        ref={box}
        id={id}
        popover="auto"
        role={role}
        aria-label={name}
        className={`floating over-page ${styles.popover}`}
        data-open={isOpen || undefined}
        onToggle={({ target, newState }) => {
          if (target !== box.current || !(target instanceof Element)) return
          setOpen(newState === 'open')
          setWasOpen(true)
          // The browser gives the focus back to a button of the page, not to one of another popover.
          const { activeElement } = document
          if (newState === 'closed' && (activeElement === document.body || target.contains(activeElement)))
            door.current?.focus({ preventScroll: true })
        }}
        onBlur={leaveBy(box, door)}
        onKeyDown={onKeyDown}
      >
        {(isOpen || (isKept && wasOpen)) && children(close)}
      </Group>
    </>
  )
}

/** Closes what is open when the focus goes elsewhere; what is pressed elsewhere closes it by itself. */
export const leaveBy =
  (box: { current: HTMLElement | null }, door: { current: HTMLElement | null }) =>
  ({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) => {
    const to = relatedTarget as Node | null
    if (to && !box.current?.contains(to) && to !== door.current) box.current?.hidePopover()
  }

const firstIn = (element: HTMLElement) =>
  element.querySelector<HTMLElement>('[data-autofocus]') ??
  element.querySelector<HTMLElement>('a[href], button:not(:disabled), input, select, textarea')
