import { text } from '../../texts/text.ts'

/** While a screen, or what the person may do, is being fetched: nothing at first, a mark after 200 ms. */
export function Loading() {
  return (
    <p role="status" className="row gap-8 quiet late" data-coming="">
      <span className="arc accent" aria-hidden="true" />
      {text('LoadingScreen')}
    </p>
  )
}
