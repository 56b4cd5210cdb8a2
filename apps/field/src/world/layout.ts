import world from '@support-console/demo-world/world.json' with { type: 'json' }

export interface Container {
  name: string
  /** Panels that may be connected; about one in fifty is not at any moment. */
  panels: number
  /** The first of them, counted over all containers. */
  firstPanel: number
  place: number
}

/** Which panel connects to which container. */
export interface Layout {
  containers(): readonly Container[]
  containerOf(panel: number): string
  /** So many containers with so many panels each; undefined: as the demo world has them. */
  resize(size: { containers: number; panels: number } | undefined): void
}

export function openLayout(): Layout {
  let containers: Container[] = []
  const layout: Layout = {
    containers: () => containers,
    containerOf(panel) {
      const found = containers.findLast(({ firstPanel }) => firstPanel <= panel)
      return found && panel < found.firstPanel + found.panels ? found.name : ''
    },
    resize(size) {
      const sizes = size
        ? Array.from({ length: size.containers }, (_, i) => ({
            name: `webconnect-${i + 1}`,
            panels: size.panels,
          }))
        : world.webconnectContainers.map(({ name, connections }) => ({
            name,
            panels: Math.round(connections / 0.98),
          }))
      let firstPanel = 1
      containers = sizes.map(({ name, panels }, place) => {
        const container = { name, panels, firstPanel, place }
        firstPanel += panels
        return container
      })
    },
  }
  layout.resize(undefined)
  return layout
}
