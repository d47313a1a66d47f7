package wire

import "indistinct/ui/scene/say"

// The messages between the page and the scene in its iframe, for the panel.
// Package say documents them; it is apart so that the scene need not link the
// laboratories.
type (
	ToScene   = say.ToScene
	FromScene = say.FromScene
)

// The types of messages that the page sends to the scene.
const (
	SceneFilm   = say.Film
	ScenePlay   = say.Play
	ScenePause  = say.Pause
	SceneStep   = say.Step
	SceneSeek   = say.Seek
	SceneSpeed  = say.Speed
	SceneTheme  = say.Theme
	SceneMotion = say.Motion
)

// The types of messages that the scene sends to the page.
const (
	SceneReady = say.Ready
	SceneTime  = say.Time
	SceneDrag  = say.Drag
	ScenePick  = say.Pick
	SceneShown = say.Shown
	SceneError = say.Error
)

// The phases of a drag.
const (
	DragStart = say.DragStart
	DragMove  = say.DragMove
	DragEnd   = say.DragEnd
)

// SceneData is the field in which a SceneFilm message carries the film.
const SceneData = say.Data
