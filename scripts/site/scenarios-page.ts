import { AREA_TITLES, AREAS } from '../../src/contract/areas.ts'
import { escaped } from './escaped.ts'
import type { TitledScenario } from './library.ts'

/** The library by area: each scenario a link that opens the console inside it. */
export function scenariosPage(library: readonly TitledScenario[]): string {
  const folders = [...AREAS, ...library.map(({ folder }) => folder)]
  const parts = [...new Set(folders)].map((folder) => ({
    folder,
    scenarios: library.filter((one) => one.folder === folder),
  }))
  return `<h1>Scenarios</h1>
<p>${library.length} edge cases of the contract. Each link opens the <a href="console/index.html">console</a> inside the scenario, with the
mock running in the page: nothing is installed and nothing is sent anywhere.</p>
<p><label>Find a scenario <input type="search" id="find" autocomplete="off"></label></p>
${parts
  .filter(({ scenarios }) => scenarios.length > 0)
  .map(
    ({ folder, scenarios }) => `<section class="library">
<h2 id="${folder}">${escaped(titleOf(folder))}</h2>
<ul>
${scenarios.map(line).join('\n')}
</ul>
</section>`,
  )
  .join('\n')}
<p id="none" hidden>No scenario matches.</p>
<script src="find.js"></script>`
}

const titleOf = (folder: string): string => AREA_TITLES[folder as keyof typeof AREA_TITLES] ?? folder

const line = ({ name, title, why }: TitledScenario): string =>
  `<li><a href="console/index.html?scenario=${name}#/overview">${escaped(title)}</a> <code>${name}</code>${why === '' ? '' : `<p>${escaped(why)}</p>`}</li>`
