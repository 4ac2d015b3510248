/** The text an open choice stands for; the placeholder itself where a judge has yet to see what was chosen. */
export const chosenText = (choice: string, texts: Readonly<Record<string, string>>): string => texts[choice] ?? choice
