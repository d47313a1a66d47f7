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
	SceneFilm    = say.Film
	ScenePlay    = say.Play
	ScenePause   = say.Pause
	SceneStep    = say.Step
	SceneSeek    = say.Seek
	SceneSpeed   = say.Speed
	SceneTheme   = say.Theme
	SceneMotion  = say.Motion
	SceneScale   = say.Scale
	SceneLegend  = say.Legend
	SceneTab     = say.Tab
	SceneShow    = say.Show
	SceneSkip    = say.Skip
	SceneAgain   = say.Again
	SceneBack    = say.Back
	ScenePicture = say.Picture
	SceneRecord  = say.Record
	SceneStop    = say.Stop
)

// The types of messages that the scene sends to the page.
const (
	SceneReady    = say.Ready
	SceneTime     = say.Time
	SceneDrag     = say.Drag
	ScenePick     = say.Pick
	SceneShown    = say.Shown
	SceneError    = say.Error
	SceneShowOn   = say.ShowOn
	SceneShowDone = say.ShowDone
	SceneShowOff  = say.ShowOff
	SceneTabs     = say.Tabs
	SceneTaken    = say.Taken
)

// The phases of a drag.
const (
	DragStart = say.DragStart
	DragMove  = say.DragMove
	DragEnd   = say.DragEnd
)

// SceneData is the field in which a SceneFilm or SceneShow message carries the
// film or the show, and a SceneTaken message its file.
const SceneData = say.Data
