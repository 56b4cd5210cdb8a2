import type { ComponentPropsWithRef } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string
}

/** A link to a page of ours. React Router's own brings what server frameworks fetch ahead, 2 kB of the first page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
