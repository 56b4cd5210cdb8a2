import { type ComponentPropsWithRef, use } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { useMoment } from '../api/moment.ts'
import { text } from '../texts/text.ts'
import { InQuestion } from '../ui/dialog/in-question.ts'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string
}

/** A link to a page of ours; from a page of the past to the same moment. React Router's own brings what server frameworks fetch ahead, 2 kB of the first page. */
export function Link({ to: given, onClick, children, ...rest }: LinkProps) {
  const to = useMoment()?.keep(given) ?? given
  const href = useHref(to)
  const isBeside = use(InQuestion)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, isBeside ? { target: '_blank' } : {})
  return (
    <a
      {...rest}
      href={href}
      {...(isBeside && { target: '_blank', title: text('OpensInNewTab') })}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
