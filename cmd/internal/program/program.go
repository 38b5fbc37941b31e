package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
)

// Program is a program with commands, one of which has options that may come
// from a file.
type Program struct {
	Name     string
	About    string     // what --help begins with
	Commands func() any // returns a new struct of commands, as kong reads it
	Config   Configured
}

// Run runs the program with the arguments that follow its name, says on standard
// error what went wrong, and returns the exit status. That nobody reads what it
// writes any more is nothing to be said: head has seen enough.
func (p Program) Run(args []string) int {
	err := p.Do(args)
	if err == nil {
		return 0
	}
	if errors.Is(err, syscall.EPIPE) {
		return brokenPipe
	}
	if errors.Is(err, context.Canceled) {
		err = Stopped(errors.New("interrupted"))
	}
	if !isTold(err) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
	}
	e := exit{status: 1}
	errors.As(err, &e)
	if e.status == BadFlags && !isTold(err) {
		fmt.Fprintf(os.Stderr, "What there is to choose from: %s %s--help\n", p.Name, p.command(args))
	}
	return e.status
}

// Do reads the command line, and what lies beneath it, and runs the command.
// Flags override a config file, which overrides defaults.
func (p Program) Do(args []string) error {
	ctx, err := p.parse(args)
	if err != nil {
		return err
	}
	return ctx.Run()
}

// parse reads the command line and what lies beneath it.
func (p Program) parse(args []string) (*kong.Context, error) {
	beneath, err := p.beneath(args)
	if err != nil {
		return nil, err
	}
	parser, err := p.Parser(kong.Resolvers(beneath))
	if err != nil {
		return nil, err
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return nil, Refused(err)
	}
	return ctx, nil
}

// Parser returns a parser of the program's arguments.
func (p Program) Parser(options ...kong.Option) (*kong.Kong, error) {
	return kong.New(p.Commands(), append([]kong.Option{
		kong.Name(p.Name), kong.Description(p.About),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	}, options...)...)
}

// command returns the command that arguments begin with, a subcommand in it too, with
// a space after each of its words.
func (p Program) command(args []string) (words string) {
	parser, err := p.Parser()
	if err != nil {
		return ""
	}
	node := parser.Model.Node
	for _, arg := range args {
		at := slices.IndexFunc(node.Children, func(c *kong.Node) bool { return c.Name == arg })
		if at < 0 {
			break
		}
		node = node.Children[at]
		words += arg + " "
	}
	return words
}
