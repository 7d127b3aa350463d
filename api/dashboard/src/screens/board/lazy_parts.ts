/* Parts of a board that are needed only after a choice, or where there is no board: a file of its
   own. */
import '../../language/en/boards/board_later';

export { default as Arrange } from './Arrange.svelte';
export { default as MissingBoard } from './MissingBoard.svelte';
export { default as WallDialog } from './WallDialog.svelte';
