/** The text of an open choice; the placeholder itself while the judge has not observed it. */
export const chosenText = (choice: string, texts: Readonly<Record<string, string>>): string => texts[choice] ?? choice
