import type { ComponentProps } from 'react'

/** Controls that belong together, under a name of their own. */
export function Group(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame, and is nothing within a listbox
  return <div role="group" {...props} />
}
