import { type Call, isOpenToTokens, isReading, type Permission } from '@support-console/contract'
import type { z } from 'zod'
import { keyOf } from '../../../platform/http/call-context.ts'
import type { User } from '../../../platform/sign-on/user.ts'

const toolClasses = ['reading', 'writing'] as const
type ToolClass = (typeof toolClasses)[number]

/** A call as an address would ask it: parameters and query are texts. */
export interface Ask {
  call: Call
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/** A tool asks calls of the contract and nothing else: what they refuse its caller, it refuses. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  class: ToolClass
  title: string
  description: string
  input: Input
  /** Other systems are asked while it runs. */
  asksOutside?: boolean
  /** Callers who may make one of these see the tool. */
  calls: readonly Call[]
  /** What else it may ask, each by its own right. */
  beside?: readonly Call[]
  /** By the names that their answers get. */
  asks(input: z.output<Input>): Record<string, Ask>
}

/** A tool whose `asks` is checked against its input. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool

/** The right without which no tool writes, whatever else its person may do. */
const toWrite: Permission = 'mcp.write'

/** Writing takes a token that was made for it by name; a sign-on of the browser has no scopes, and does not count. */
export const mayWriteByTools = ({ scopes, may }: Pick<User, 'scopes' | 'may'>): boolean =>
  scopes?.includes(toWrite) === true && may(toWrite)

/** What a token must be for, so that a tool can be used. */
export const scopesOf = (tool: Tool): string[] => [
  ...new Set(
    [...tool.calls.map(({ access }) => access), ...(tool.class === 'writing' ? [toWrite] : [])].filter(
      (access) => access.includes('.'),
    ),
  ),
]

/**
 * Refuses tools that are not what their class says: the start ends here.
 * @throws Error
 */
export function checkTools(tools: Readonly<Record<string, Tool>>): void {
  for (const [name, tool] of Object.entries(tools)) {
    const asked = [...tool.calls, ...(tool.beside ?? [])]
    const complaints = [
      toolClasses.includes(tool.class) ? '' : 'is without a class',
      tool.calls.length === 0 ? 'is without a call' : '',
      tool.class === 'writing' && asked.every(isReading) ? 'is said to write, but only reads' : '',
      ...asked.map((call) => complaintAbout(tool, call)),
    ]
    const complaint = complaints.find((each) => each !== '')
    if (complaint) throw new Error(`tool ${name} ${complaint}`)
  }
}

function complaintAbout(tool: Tool, call: Call): string {
  const mustNot = `must not ask ${keyOf(call)}:`
  if (call.file || call.streams || call.carriesSecret)
    return `${mustNot} it answers with a file, a stream or a secret`
  if (call.access === 'public' || call.access === 'neighbour')
    return `${mustNot} only systems make it, or strangers`
  if (!isOpenToTokens(call)) return `${mustNot} it is not open to tokens`
  if (call.cutsOff) return `${mustNot} it cuts something off`
  return tool.class === 'reading' && !isReading(call) ? `${mustNot} it changes something` : ''
}
