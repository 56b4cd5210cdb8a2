import type { ReactNode } from 'react'
import { Callout } from '../../ui/callout.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'

interface ReadPageProps<Data> {
  /** As `useRead` gives it. */
  readonly of: {
    readonly data: Data | undefined
    readonly error: { readonly heading: string; readonly message: string } | null
  }
  /** What is being read, for the time until it is there. */
  readonly loading: string
  /** The way on from what could not be read. */
  readonly wayOn?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** A page of what the server keeps: a mark while it is read, and why it could not be read. What was read once stays. */
export function ReadPage<Data>({ of: { data, error }, loading, wayOn, children }: ReadPageProps<Data>) {
  if (data !== undefined) return children(data)
  if (!error) return <LoadingMark>{loading}</LoadingMark>
  return (
    <>
      <Callout kind="error" title={error.heading}>
        {error.message}
      </Callout>
      {wayOn && <p>{wayOn}</p>}
    </>
  )
}
