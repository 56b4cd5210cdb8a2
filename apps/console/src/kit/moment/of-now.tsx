import type { ReactNode } from 'react'
import { useMoment } from '../../api/moment.ts'

/** What a page of the past does not have: what changes, asks or notes something, or is told of now alone. */
export const OfNow = ({ children }: { readonly children: ReactNode }) => (useMoment() ? null : children)
