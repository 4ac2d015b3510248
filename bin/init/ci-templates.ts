/** CI files for a reader's repository, by the service that runs them. `command` is a package with its version, for npx. */
export const CI = {
  github: {
    path: '.github/workflows/conformance.yml',
    next: 'put the commands that start your API into .github/workflows/conformance.yml',
    text: (command: string) => `# Tests this implementation of the Organization Operations Control API on every push.
name: conformance
on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    env:
      TARGET: http://127.0.0.1:8080
      # The variables that profile.yaml takes from the environment.
      OWNER_TOKEN: \${{ secrets.OWNER_TOKEN }}
      MEMBER_TOKEN: \${{ secrets.MEMBER_TOKEN }}
      OUTSIDER_TOKEN: \${{ secrets.OUTSIDER_TOKEN }}
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - name: Start the API
        run: |
          # Replace with the commands that start your API, for example:
          docker compose up --wait
      - name: Check the set-up
        run: npx --yes ${command} doctor "$TARGET" --wait 60 --profile profile.yaml
      - name: Verify
        run: >-
          npx --yes ${command} verify "$TARGET" --wait 60 --profile profile.yaml --preset smoke
          --report markdown=conformance/summary.md --report github=conformance/annotations.txt
          --report html=conformance/report.html --report json=conformance/report.json
      - name: Report
        if: always()
        run: |
          if [ -f conformance/summary.md ]; then cat conformance/summary.md >> "$GITHUB_STEP_SUMMARY"; fi
          if [ -f conformance/annotations.txt ]; then cat conformance/annotations.txt; fi
      - uses: actions/upload-artifact@v6
        if: always()
        with:
          name: conformance
          path: conformance/
          if-no-files-found: ignore
`,
  },
  gitlab: {
    path: '.gitlab/conformance.yml',
    next: 'add "include: { local: .gitlab/conformance.yml }" to .gitlab-ci.yml, and set TARGET to where your API listens',
    text: (command: string) => `# Tests this implementation of the Organization Operations Control API.
# Included by .gitlab-ci.yml. OWNER_TOKEN and the other variables that profile.yaml takes from the
# environment are CI/CD variables of the project.
conformance:
  image: node:24
  timeout: 15 minutes
  variables:
    TARGET: http://api:8080
  services:
    # Replace with the image of your API.
    - name: $CI_REGISTRY_IMAGE:latest
      alias: api
  script:
    - npx --yes ${command} doctor "$TARGET" --wait 60 --profile profile.yaml
    # Seen from the job, the target is on another machine.
    - npx --yes ${command} verify "$TARGET" --wait 60 --profile profile.yaml --preset smoke --allow-changes
      --report junit=conformance/junit.xml --report html=conformance/report.html
  artifacts:
    when: always
    paths: [conformance/]
    reports:
      junit: conformance/junit.xml
`,
  },
} as const
