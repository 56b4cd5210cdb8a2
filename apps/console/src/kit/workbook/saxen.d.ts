/** What is used of saxen, which brings no types. */
declare module 'saxen' {
  type Attributes = Readonly<Record<string, string>>
  interface Events {
    /** False: the attributes cannot be read. */
    openTag: (name: string, attributes: () => Attributes | false) => void
    closeTag: (name: string) => void
    text: (text: string) => void
    cdata: (text: string) => void
    comment: () => void
    question: () => void
    attention: () => void
    error: (error: Error) => void
  }
  export class Parser {
    on<Name extends keyof Events>(name: Name, listener: Events[Name]): this
    write(xml: string): this
    end(): Error | undefined
  }
}
