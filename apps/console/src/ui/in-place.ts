import { createElement, Fragment, type ReactNode } from 'react'

/** Items whose place is their identity, such as the words of a sentence: they need no key. */
export function InPlace<Item>(props: {
  readonly of: readonly Item[]
  readonly children: (item: Item, at: number) => ReactNode
}) {
  return createElement(Fragment, null, ...props.of.map(props.children))
}
