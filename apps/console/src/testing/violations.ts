/** What axe-core says of one of its rules. */
interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

declare const axe: {
  run(context: unknown, options: unknown): Promise<{ readonly violations: readonly Violation[] }>
}

export interface Where {
  /** Only within these CSS selectors. */
  readonly include?: readonly string[]
  /** Only axe's rules with one of these tags, or of these names. */
  readonly only?: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }
}

/** What is asked in each theme: a theme changes colours and nothing else. */
export const rulesIn = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const

/**
 * What axe-core, loaded before, finds against its rules on the page as it stands, a line each. Playwright sends it into
 * pages as text, so it uses nothing from outside itself. Frames of others are left out: the console's only ones are
 * keycloak-js's, which no one sees.
 */
export async function findViolations({ include, only }: Where): Promise<string[]> {
  // What fades or moves in comes to rest first: while it does, its colours are not what anybody reads. A turning arc never does.
  const ending = document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
    )
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  const { violations } = await axe.run(
    include ? { include: include.map((selector) => [selector]) } : document,
    {
      resultTypes: ['violations'],
      iframes: false,
      // No rule that runs asks for the style sheets or for media.
      preload: false,
      // Naming elements by a selector takes as long as the check; their HTML names them too.
      selectors: false,
      ...(only && { runOnly: only }),
    },
  )
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n  ')}`,
  )
}
