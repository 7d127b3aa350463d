/* What a board shows only after something was chosen, or where there is none: a file of its own. */
import '../../language/en/board_later';

export { default as Arrange } from './Arrange.svelte';
export { default as MissingBoard } from './MissingBoard.svelte';
export { default as WallDialog } from './WallDialog.svelte';
