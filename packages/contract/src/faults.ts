import { z } from 'zod'
import { type SubjectKind, subjectKinds } from './faults.words.ts'

/**
 * What something is wrong with, as its source names it: a cloud ID, a container's or CSR server's name, a company's ID, a
 * carrier's code, how SIM IDs begin, a batch's ID, a finding's code, the minute in which panels began to stop; empty: WebConnect
 * as a whole.
 */
export const subjectOf = <const Kinds extends readonly SubjectKind[]>(kinds: Kinds) =>
  z.object({ kind: z.enum(kinds), id: z.string() })
export const Subject = subjectOf(subjectKinds)
export type Subject = z.infer<typeof Subject>

/** Something that is wrong with something since: what findings of the fleet and of a diagnosis and rows of attention share. */
export const faultOf = <const Codes extends readonly string[], const Kinds extends readonly SubjectKind[]>(
  codes: Codes,
  kinds: Kinds,
) =>
  z.object({
    code: z.enum(codes),
    of: subjectOf(kinds),
    /** When it began, or was first seen so. UTC, ISO 8601. */
    since: z.iso.datetime(),
  })
