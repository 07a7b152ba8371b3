"""Pictures: our own shapes and lettering as SVG, and PNG from it; equal input, equal bytes."""
