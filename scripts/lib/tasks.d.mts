export declare const tasks: Readonly<
  Record<string, { does: string; needs?: string; isBuilt?: boolean; run: readonly [string, ...string[]] }>
>
